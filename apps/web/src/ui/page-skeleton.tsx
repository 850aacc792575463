import { Skeleton } from '@mantine/core'
import classes from './page.module.css'
import { Skeletons } from './skeletons.tsx'

/** Stands in the place of a member's page until it is known who he is: a heading, and what is under it. */
export function PageSkeleton() {
  return (
    <div className={classes.page}>
      <div className={classes.header}>
        <Skeleton width="min(16rem, 70%)" height="2.5rem" aria-hidden />
      </div>
      <Skeletons count={4} height={112} />
    </div>
  )
}
