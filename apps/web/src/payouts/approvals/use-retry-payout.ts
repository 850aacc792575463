import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

/** Has a payout sent again, says how it went and shows the lists as they are now. */
export function useRetryPayout(onAnswered: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const request = trpc.admin.retryPayout.useMutation({
    onSuccess: ({ payoutState }) => {
      onAnswered()
      const message = payoutState ? { message: t(`payout.${payoutState}`) } : {}
      showToast({ kind: 'success', title: t('admin.retried'), ...message })
    },
    onError: (error) => {
      const isRefused = isApiError(error) && error.data?.appCode === 'WITHDRAWAL_STATE'
      if (isRefused) onAnswered()
      showToast({
        kind: 'error',
        title: t('admin.retryFailed'),
        message: isRefused ? t('admin.retryRefused') : serverMessage(error, t('state.failedText')),
      })
    },
    onSettled: () => utils.admin.listWithdrawals.invalidate(),
  })
  const retry = useSingleFlight(async (id: string) => {
    await request.mutateAsync({ id }).catch(() => undefined)
  })
  return { retry, isPending: request.isPending }
}
