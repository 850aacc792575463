import type { ShownPayoutDetails } from '@chuma/contract/payouts/destinations'
import type { AdminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { type ActionOptions, useAction } from '../ui/actions/use-action.ts'
import { useMay } from '../ui/frame/staff-member.tsx'

/** Reload what a decision about withdrawals changes. Also after a refusal: someone else acted first. */
export function useRefreshWithdrawals() {
  const { admin } = trpc.useUtils()
  return () =>
    Promise.all([
      admin.listWithdrawals.invalidate(),
      admin.countWithdrawals.invalidate(),
      admin.getWithdrawalCase.invalidate(),
      admin.listApprovals.invalidate(),
      admin.previewBulkApproval.invalidate(),
      admin.getPayoutQueue.invalidate(),
      admin.listPayoutQueues.invalidate(),
      admin.listWaiting.invalidate(),
    ])
}

/** Approve, reject or mark as paid. */
export function useDecideWithdrawal<Form extends Record<string, unknown>>(
  options: Pick<ActionOptions<unknown, unknown, Form>, 'form' | 'onAccepted' | 'onFailed'> = {},
) {
  const t = useT()
  return useAction(trpc.admin.decideWithdrawal, {
    ...options,
    done: (_, { status }) => ({ title: t('admin.decided', { status }) }),
    failure: { title: t('bulk.failedTitle'), offline: t('state.failedText') },
    onEnd: useRefreshWithdrawals(),
  })
}

type Details = Pick<
  ShownPayoutDetails,
  'mpesaNumber' | 'bankName' | 'accountNumber' | 'accountName' | 'paypalEmail'
>

/** Where staff pay to, as the server gives it: masked in a list, in full once somebody asked. */
export function staffDestination(details: Details): string {
  const { mpesaNumber, bankName, accountNumber, accountName, paypalEmail } = details
  return [mpesaNumber && `+${mpesaNumber}`, bankName, accountNumber, accountName, paypalEmail]
    .filter(Boolean)
    .join(', ')
}

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
  const request = useAction(trpc.admin.showPayoutDetails, {
    failure: { title: t('payoutDetails.failed'), offline: t('state.failedText') },
  })
  const isShown = request.data !== undefined
  return {
    text: staffDestination(request.data ?? withdrawal),
    isShown,
    isPending: request.isPending,
    show: mayShow && !isShown ? () => request.run({ id: withdrawal.id }) : null,
  }
}

/** Reload members wherever one is on screen. */
export function useRefreshMembers(): () => void {
  const { admin } = trpc.useUtils()
  return () => {
    void admin.listMembers.invalidate()
    void admin.getMember.invalidate()
    void admin.listMemberActivity.invalidate()
    void admin.listMemberSessions.invalidate()
    void admin.listMemberSecurityEvents.invalidate()
    void admin.listMemberAudit.invalidate()
    void admin.listPremiumPayments.invalidate()
  }
}

/** Scroll to a part of the page and focus it when the address names it, also if it loads later than the page. */
export function useArrival<Part extends HTMLElement>(id: string) {
  const part = useRef<Part>(null)
  const { hash, href } = useLocation()
  const isHere = hash === id
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing the same part again goes there again
  useEffect(() => {
    if (!isHere) return
    part.current?.scrollIntoView({ block: 'start' })
    part.current?.focus({ preventScroll: true })
  }, [isHere, href])
  return { isHere, target: { id, tabIndex: -1, ref: part } }
}
