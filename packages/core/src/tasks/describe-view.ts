import type { taskView } from '@chuma/contract/tasks/tasks'
import type { Answer } from '@chuma/contract/timestamp'
import type { findOpenView } from '@chuma/db/queries/tasks/task-views'

type OpenView = NonNullable<Awaited<ReturnType<typeof findOpenView>>>

/** Describe an open view for a screen, which waits `extraSeconds` longer than the server. */
export function describeView(
  { openedAt, readyAt, secondsToReady }: OpenView,
  extraSeconds: number,
): Answer<typeof taskView> {
  return { openedAt, readyAt, secondsLeft: Math.max(0, Math.ceil(secondsToReady + extraSeconds)) }
}
