import type { VideoTask } from '@chuma/contract/tasks/tasks'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { useDescribePoints } from '../../wallet/use-describe-points.ts'
import { useRefreshPoints } from '../../wallet/use-refresh-points.ts'
import { useShowRefusal } from '../use-show-refusal.ts'
import { useViewedTasks } from './use-viewed-tasks.ts'

/** Claim a watched video once. */
export function useClaimVideo({ id, title }: VideoTask, onClaimed: () => void) {
  const t = useT()
  const tasks = useViewedTasks()
  const describePoints = useDescribePoints()
  const refreshPoints = useRefreshPoints()
  const showRefusal = useShowRefusal()

  const claiming = trpc.tasks.watchVideo.useMutation({
    networkMode: 'always',
    onSuccess: ({ pointsEarned }) => {
      tasks.finish(id)
      onClaimed()
      const amount = `+${describePoints(pointsEarned)}`
      showToast({
        kind: 'success',
        title: t('videos.earnedTitle'),
        message: t('videos.earned', { amount, title }),
      })
    },
    onError: (error) => showRefusal(t('videos.claimFailedTitle'), error),
    // Also after a refusal: too early, or claimed elsewhere; the list shows the current state.
    onSettled: () => {
      tasks.reload()
      refreshPoints()
    },
  })
  const claim = useSingleFlight(async () => {
    await claiming.mutateAsync({ id }).catch(() => undefined)
  })
  return { claim, isPending: claiming.isPending }
}
