import type { TaskView } from '@chuma/contract/tasks/tasks'
import { trpc } from '../../trpc.ts'

type Viewed = { id: string; isDone: boolean } & { [Key in keyof TaskView]: TaskView[Key] | null }

const CLOSED = { openedAt: null, readyAt: null, secondsLeft: null }

/** Update the cached lists of videos and ads with the server's answer about one of them. */
export function useViewedTasks() {
  const utils = trpc.useUtils()
  const change = (update: <Task extends Viewed>(task: Task) => Task) => {
    utils.tasks.listVideoTasks.setData(undefined, (tasks) => tasks?.map(update))
    utils.tasks.listAdTasks.setData(undefined, (tasks) => tasks?.map(update))
  }
  return {
    /** Opening one ends every other view: nobody watches two at once. */
    open: (id: string, view: TaskView) =>
      change((task) => ({ ...task, ...(task.id === id ? view : CLOSED) })),
    finish: (id: string) => change((task) => (task.id === id ? { ...task, ...CLOSED, isDone: true } : task)),
    reload: () => {
      void utils.tasks.listVideoTasks.invalidate()
      void utils.tasks.listAdTasks.invalidate()
    },
  }
}
