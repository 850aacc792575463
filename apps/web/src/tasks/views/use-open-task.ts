import { trpc } from '../../trpc.ts'
import { useShowRefusal } from '../use-show-refusal.ts'
import { useViewedTasks } from './use-viewed-tasks.ts'

/** Tell the server that a video or an ad is now on screen. */
export function useOpenTask(failedTitle: string) {
  const tasks = useViewedTasks()
  const showRefusal = useShowRefusal()
  return trpc.tasks.openTask.useMutation({
    networkMode: 'always',
    onSuccess: (view, { id }) => tasks.open(id, view),
    onError: (error) => {
      showRefusal(failedTitle, error)
      tasks.reload()
    },
  })
}
