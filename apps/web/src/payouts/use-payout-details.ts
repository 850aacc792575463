import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { useMay } from '../admin/frame/staff-member.tsx'
import { useT } from '../i18n/use-t.ts'
import { serverMessage, trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../ui/forms/use-single-flight.ts'
import { staffDestination } from './staff-destination.ts'

export type PayoutDetails = {
  text: string
  isShown: boolean
  isPending: boolean
  /** Null: shown already, or not for this person. */
  show: (() => void) | null
}

/** A withdrawal's destination: masked until someone who may asks for it. Every such request is audited. */
export function usePayoutDetails(withdrawal: AdminWithdrawal): PayoutDetails {
  const t = useT()
  const mayShow = useMay('payout-details:read')
  const request = trpc.admin.showPayoutDetails.useMutation({
    onError: (error) =>
      showToast({
        kind: 'error',
        title: t('payoutDetails.failed'),
        message: serverMessage(error, t('state.failedText')),
      }),
  })
  const show = useSingleFlight(async () => {
    await request.mutateAsync({ id: withdrawal.id }).catch(() => undefined)
  })
  const isShown = request.data !== undefined
  return {
    text: staffDestination(request.data ?? withdrawal),
    isShown,
    isPending: request.isPending,
    show: mayShow && !isShown ? show : null,
  }
}
