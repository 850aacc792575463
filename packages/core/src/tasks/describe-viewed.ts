import type { findOpenView } from '@chuma/db/queries/tasks/task-views'
import type { listTasksToView } from '@chuma/db/queries/tasks/tasks'
import { describeView } from './describe-view.ts'

type Row = Awaited<ReturnType<typeof listTasksToView>>[number]
type Context = {
  /** The member's open view, of any task. */
  open: Awaited<ReturnType<typeof findOpenView>>
  requiredSeconds: number
  extraSeconds: number
}

/**
 * Describe a video or advertisement with the member's progress. An open view keeps its points and time from its opening.
 */
export function describeViewed(
  { id, title, description, points, isDone }: Row,
  { open, requiredSeconds, extraSeconds }: Context,
) {
  const mine = open?.taskId === id ? open : undefined
  const view = mine ? describeView(mine, extraSeconds) : { openedAt: null, readyAt: null, secondsLeft: null }
  return {
    id,
    title,
    description,
    points: mine?.points ?? points,
    isDone,
    ...view,
    waitSeconds: (mine?.requiredSeconds ?? requiredSeconds) + extraSeconds,
  }
}
