import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { listOtherReasons } from '@chuma/contract/payouts/other-reasons'
import { actorName } from '../admin/actor-name.ts'
import { useT } from '../i18n/use-t.ts'
import classes from './withdrawal-row.module.css'

/** The second line of a row: the reasons for a review, what the payout is doing, and earlier remarks. */
export function WithdrawalNotes({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const { status, payoutState, waitReason, payoutNote, adminComment, receipt } = withdrawal
  const { firstApprovedBy, isInReview } = withdrawal
  const isWaiting = status === 'pending'
  const isPaying = status === 'approved' && payoutState !== null
  const urgent = isPaying && payoutState === 'needs_review'
  const notes = [
    isWaiting && firstApprovedBy && t('risk.firstApproval', { name: actorName(t, firstApprovedBy) }),
    isPaying && !urgent && t(`payout.${payoutState}`),
    (payoutState === 'returned' || payoutState === 'cancelled') && t(`payout.${payoutState}`),
    // A hold says more below.
    isPaying && waitReason && waitReason !== 'held' && t(`waitReason.${waitReason}`),
    isPaying && payoutNote && t('admin.payoutNote', { text: payoutNote }),
    ...(isWaiting && isInReview ? listOtherReasons(withdrawal) : []).map((reason) =>
      t(`reviewReason.${reason}`),
    ),
    receipt && t('admin.receipt', { receipt }),
    withdrawal.receiverNameMatches === false &&
      t('admin.receiverDiffers', { name: withdrawal.receiverName ?? '' }),
    adminComment &&
      adminComment !== receipt &&
      payoutState !== 'cancelled' &&
      t('admin.comment', { text: adminComment }),
  ].filter((note) => note !== false && note !== null && note !== '')
  if (notes.length === 0 && !urgent) return null
  return (
    <p className={classes.notes}>
      {urgent && <strong className={classes.urgent}>{t('payout.needs_review')} </strong>}
      {notes.join(' · ')}
    </p>
  )
}
