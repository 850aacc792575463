import type { AdTask } from '@chuma/contract/tasks/tasks'
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

/**
 * Report the time spent once the wait is over (SPEC §4). Reports automatically only if this page saw the wait end; an
 * ad opened earlier waits for the member to collect it.
 */
export function useReportAd({ id, title, waitSeconds }: AdTask, view: ReturnType<typeof useView>) {
  const t = useT()
  const tasks = useViewedTasks()
  const describePoints = useDescribePoints()
  const refreshPoints = useRefreshPoints()
  const showRefusal = useShowRefusal()

  const reporting = trpc.tasks.clickAd.useMutation({
    networkMode: 'always',
    onSuccess: ({ completed, pointsEarned }) => {
      if (!completed) {
        showToast({ title: t('ads.recordedTitle'), message: t('ads.recorded') })
        return
      }
      tasks.finish(id)
      const amount = describePoints(pointsEarned, { signed: true })
      showToast({ kind: 'success', title: t('ads.earnedTitle'), message: t('ads.earned', { amount, title }) })
    },
    onError: (error) => showRefusal(t('ads.reportFailedTitle'), error),
    // Too early, or counted elsewhere: the list shows the current state.
    onSettled: () => {
      tasks.reload()
      refreshPoints()
    },
  })
  const { deadline, isReady } = view
  const report = useSingleFlight(async () => {
    const overtime = deadline === null ? 0 : (Date.now() - deadline) / 1000
    const timeSpent = Math.round(waitSeconds + overtime)
    await reporting.mutateAsync({ id, timeSpent }).catch(() => undefined)
  })

  useWaitEnd(isReady, report)
  return { report, isPending: reporting.isPending }
}
