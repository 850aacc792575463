import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

export function useForgetDetails() {
  const t = useT()
  const utils = trpc.useUtils()
  const forget = trpc.wallet.forgetPayoutDetails.useMutation({
    onSuccess: (_answer, { method }) => {
      const name = t(`withdrawMethod.${method}`)
      showToast({
        kind: 'success',
        title: t('savedDetails.forgotten'),
        message: t('savedDetails.forgottenText', { method: name }),
      })
    },
    onError: (error) => {
      // Whoever is signed out is told so, and is on the way to the log-in already.
      if (isApiError(error) && error.data?.httpStatus === 401) return
      const message = serverMessage(error, t('savedDetails.offline'))
      showToast({ kind: 'error', title: t('savedDetails.failed'), message })
    },
    onSettled: () => void utils.wallet.listPayoutDetails.invalidate(),
  })
  const send = useSingleFlight(async (method: WithdrawalMethod) => {
    await forget.mutateAsync({ method }).catch(() => undefined)
  })
  return { send, isPending: forget.isPending }
}
