import { TODAY_TITLE_ID } from '../../app/dashboard/places.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { useDescribePoints } from '../../wallet/use-describe-points.ts'
import { useRefreshPoints } from '../../wallet/use-refresh-points.ts'
import { useShowRefusal } from '../use-show-refusal.ts'

export function useClaimDailyLogin() {
  const t = useT()
  const describePoints = useDescribePoints()
  const refreshPoints = useRefreshPoints()
  const showRefusal = useShowRefusal()
  const utils = trpc.useUtils()

  const claiming = trpc.games.claimDailyLogin.useMutation({
    networkMode: 'always',
    onSuccess: ({ pointsEarned, streak }) => {
      const message = `+${describePoints(pointsEarned)}. ${t('daily.claimed', { streak })}`
      showToast({ kind: 'success', title: t('daily.claimedTitle'), message })
      utils.games.getToday.setData(
        undefined,
        (today) => today && { ...today, dailyLoginBonus: false, streak },
      )
      // The banner goes, and with it the button that has the focus.
      document.getElementById(TODAY_TITLE_ID)?.focus({ preventScroll: true })
    },
    onError: (error) => showRefusal(t('daily.failedTitle'), error),
    // After a refusal too: another tab may have claimed it.
    onSettled: refreshPoints,
  })
  const claim = useSingleFlight(async () => {
    await claiming.mutateAsync().catch(() => undefined)
  })
  return { claim, isPending: claiming.isPending }
}
