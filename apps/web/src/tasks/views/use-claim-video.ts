import type { VideoTask } from '@chuma/contract/tasks/tasks'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { useDescribePoints } from '../../wallet/use-describe-points.ts'
import { useRefreshPoints } from '../../wallet/use-refresh-points.ts'
import { useShowRefusal } from '../use-show-refusal.ts'
import type { useView } from './use-view.ts'
import { useViewedTasks } from './use-viewed-tasks.ts'
import { useWaitEnd } from './use-wait-end.ts'

/** A visible page notices the end of a wait within this time, also on a slow phone. */
const AT_ONCE_MS = 5000

type Claiming = { view: ReturnType<typeof useView>; onClaimed: () => void }

/**
 * Claim a watched video once: when its time is up while this page is visible (SPEC §4). Members who come back later have
 * a button.
 */
export function useClaimVideo({ id, title }: VideoTask, { view, onClaimed }: Claiming) {
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
      const amount = describePoints(pointsEarned, { signed: true })
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
  const { deadline, isReady } = view
  useWaitEnd(isReady, () => {
    const isSeen = document.visibilityState === 'visible' && Date.now() - (deadline ?? 0) < AT_ONCE_MS
    if (isSeen) claim()
  })
  return { claim, isPending: claiming.isPending }
}
