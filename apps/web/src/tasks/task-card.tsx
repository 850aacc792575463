import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusWhenDone } from '../ui/dialogs/use-focus-when-done.ts'
import { Panel } from '../ui/page/panel.tsx'
import { PointsAmount } from '../wallet/points-amount.tsx'
import classes from './task-card.module.css'

type Props = {
  title: string
  titleId: string
  description: string
  points: number
  /** Once done, there is no button. */
  isDone?: boolean
  children: ReactNode
}

/** A task: what to do, for how much, and how. */
export function TaskCard({ title, titleId, description, points, isDone = false, children }: Props) {
  const heading = useFocusWhenDone(isDone)
  return (
    <Panel className={classes.card} aria-labelledby={titleId}>
      <Title order={3} id={titleId} ref={heading} tabIndex={-1} className={classes.title ?? ''}>
        {title}
      </Title>
      <p className={classes.description}>{description}</p>
      <PointsAmount points={points} />
      <div className={classes.action}>{children}</div>
    </Panel>
  )
}
