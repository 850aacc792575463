import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
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
