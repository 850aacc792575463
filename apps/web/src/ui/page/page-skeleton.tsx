import { Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { TakenOver } from '../../app/taken-over.tsx'
import { Skeletons } from '../states/skeletons.tsx'
import classes from './page.module.css'

type Props = {
  /** Hidden on a small phone. */
  lead?: string
  /** Placeholders for the page's parts. */
  children?: ReactNode
}

/** Replaces a member's page until the member is known: a heading with placeholders. */
export function PageSkeleton({ lead, children = <Skeletons count={4} height={112} /> }: Props) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div>
          <Skeleton className={classes.heading ?? ''} aria-hidden />
          {lead && (
            <Text c="dimmed" mt={4} className={classes.optional ?? ''}>
              {lead}
            </Text>
          )}
        </div>
      </header>
      {children}
      <TakenOver />
    </div>
  )
}
