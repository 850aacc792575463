import { Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useT } from '../i18n/use-t.ts'
import { isApiError, trpc } from '../trpc.ts'
import { useFocusWhenDone } from '../ui/dialogs/dialog.tsx'
import { Panel } from '../ui/page/page.tsx'
import { EmptyState, QueryView, Skeletons } from '../ui/states/states.tsx'
import { PointsAmount } from '../wallet/movements.tsx'
import taskCardClasses from './task-card.module.css'
import instructionsClasses from './task-card.module.css'
import classes from './task-section.module.css'

const SKELETON_COUNT = 3

type Props<Task> = {
  /** The id of the heading. */
  id: string
  title: string
  lead: string
  query: Parameters<typeof QueryView<Task[]>>[0]['query']
  empty: { title: string; text: string }
  /** Below the list. */
  footer?: ReactNode
  children: (task: Task) => ReactNode
}

/** One kind of task, with a description and its tasks. */
export function TaskSection<Task extends { id: string }>({ id, title, lead, query, ...rest }: Props<Task>) {
  const { empty, footer, children } = rest
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <p className={classes.lead}>{lead}</p>
      <QueryView query={query} skeleton={<Skeletons count={SKELETON_COUNT} height={210} layout="grid" />}>
        {(tasks) =>
          tasks.length === 0 ? (
            <EmptyState title={empty.title} text={empty.text} />
          ) : (
            <ul className={classes.grid} aria-labelledby={id}>
              {tasks.map((task) => (
                <li key={task.id}>{children(task)}</li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {footer}
    </section>
  )
}

type TaskCardProps = {
  title: string
  titleId: string
  description: string
  points: number
  /** Once done, there is no button. */
  isDone?: boolean
  children: ReactNode
}

/** A task: what to do, for how much, and how. */
export function TaskCard({ title, titleId, description, points, isDone = false, children }: TaskCardProps) {
  const heading = useFocusWhenDone(isDone)
  return (
    <Panel className={taskCardClasses.card} aria-labelledby={titleId}>
      <Title order={3} id={titleId} ref={heading} tabIndex={-1} className={taskCardClasses.title ?? ''}>
        {title}
      </Title>
      <p className={taskCardClasses.description}>{description}</p>
      <PointsAmount points={points} />
      <div className={taskCardClasses.action}>{children}</div>
    </Panel>
  )
}

/** The instructions, with their line breaks. Renders nothing if there are none. */
export function Instructions({ text }: { text: string }) {
  const t = useT()
  if (!text.trim()) return null
  return (
    <div>
      <strong>{t('proof.instructions')}</strong>
      <p className={instructionsClasses.instructions}>{text}</p>
    </div>
  )
}

/** Refetch the signed-in member when a list is refused because premium has ended, so that the page locks. */
export function useNoticeLapse(error: unknown): void {
  const utils = trpc.useUtils()
  const isLapsed = isApiError(error) && error.data?.appCode === 'PREMIUM_REQUIRED'
  useEffect(() => {
    if (isLapsed) void utils.auth.getUser.invalidate()
  }, [isLapsed, utils])
}
