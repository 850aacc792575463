import { Skeleton } from '@mantine/core'
import { TakenOver } from '../../app/taken-over.tsx'
import { Skeletons } from '../states/states.tsx'
import classes from './page.module.css'

/** Replaces a member's page until the member is known: a heading with placeholders. */
export function PageSkeleton() {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Skeleton className={classes.heading ?? ''} aria-hidden />
      </header>
      <Skeletons count={4} height={112} />
      <TakenOver />
    </div>
  )
}
