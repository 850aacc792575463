import type { adminWithdrawal, DecideWithdrawalInput } from '@chuma/contract/admin/admin'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { getAdminWithdrawal } from '@chuma/db/queries/admin/admin'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { claimReceipt } from '@chuma/db/queries/payouts/payout-references'
import { findWithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { requireChosenEconomy } from '../../admin/economy/require-chosen-economy.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { canMove } from '../../state-machine.ts'
import { type LockedPayout, lockPayout } from '../attempts/lock-payout.ts'
import { proveByPayment } from '../details/prove-by-payment.ts'
import { openWithdrawal } from '../details/seal-account.ts'
import { evaluateHolds } from '../holds/evaluate-holds.ts'
import type { HoldTerms } from '../holds/hold-rules.ts'
import { refuseHeld } from '../holds/wait-for-holds.ts'
import { moveAttempt, moveWithdrawal } from '../move-payout.ts'
import { stateOf, withdrawalMachine } from '../transitions.ts'
import { approveWithdrawal } from './approve-withdrawal.ts'
import { requireAnother } from './require-another.ts'
import { requireOtherMaker } from './require-other-maker.ts'
import { signDecision } from './sign-decision.ts'

/** The note of a payment without a reference (SPEC §4). */
export const DEFAULT_NOTE = 'Payment processed'

/** `isBulk`: one of many, not reviewed individually. */
type Input = DecideWithdrawalInput & { isBulk?: boolean }

/**
 * For finance and owners: decide a withdrawal once, from its state under the lock; of concurrent decisions one counts.
 * From `economy.twoAdminsFromKes` on, and above the day's limit of the caller's person, it stays pending until a second person
 * approves. A rejection is possible only while
 * no money can have been sent.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, and to approve what one's own credits pay for, WITHDRAWAL_STATE, NEEDS_REVIEW in bulk, WITHDRAWAL_HELD in bulk and
 * for a payment by hand, APPROVAL_PENDING,
 * ECONOMY_UNCHOSEN for an approval before an owner chose a preset, INVALID_INPUT for a rejection without a reason, or a payment with an unknown result without its receipt
 */
export async function decideWithdrawal(
  deps: Deps,
  staff: StaffActor,
  { id, status, adminNotes, isBulk = false }: Input,
): Promise<Answer<typeof adminWithdrawal>> {
  return orAskAnother(deps, staff, async (deps) => {
    const ref = await findWithdrawalRef(deps.db, id)
    if (!ref) throw new AppError('NOT_FOUND')
    await requireAnother(deps.db, staff, ref.memberId)
    const terms = await deps.economy()
    if (status === 'approved') {
      await requireChosenEconomy(deps)
      await requireOtherMaker(deps.db, staff, { memberId: ref.memberId, terms })
    }
    return deps.db.transaction().execute(async (trx) => {
      const payout = await lockPayout(trx, ref)
      const decision = { payout, staff, note: adminNotes }
      const acts =
        status === 'approved' ? await approveWithdrawal(deps, trx, { ...decision, isBulk, terms }) : {}
      if (status === 'rejected') await reject(trx, decision)
      if (status === 'paid') await markPaid(deps, trx, { ...decision, terms })
      const decided = openWithdrawal(deps, await getAdminWithdrawal(trx, id))
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: `withdrawal.${status}`,
        subject: `withdrawal:${id}`,
        before: { status: payout.withdrawal.status, payoutState: payout.withdrawal.payoutState },
        after: {
          status: decided.status,
          payoutState: decided.payoutState,
          receipt: decided.receipt,
          ...acts,
        },
        reason: adminNotes,
        address: staff.address,
      })
      return decided
    })
  })
}

type Decision = { payout: LockedPayout; staff: StaffActor; note: string }

async function reject(trx: Trx, { payout, staff, note }: Decision): Promise<void> {
  if (note === '') throw invalidField('adminNotes', 'REASON_FOR_MEMBER')
  const { ref, attempt } = payout
  if (attempt?.state === 'prepared') {
    const resultDescription = 'Rejected before it was sent'
    await moveAttempt(trx, { ref, attempt }, { to: 'not_sent', by: 'staff', resultDescription })
  }
  if (attempt?.state === 'needs_review') {
    await moveAttempt(trx, { ref, attempt }, { to: 'failed', by: 'staff' })
  }
  await moveWithdrawal(trx, payout, {
    to: attempt && attempt.state !== 'prepared' ? 'failed' : 'rejected',
    by: 'staff',
    actor: staff.name,
    adminComment: note,
    processedBy: signDecision(staff),
  })
}

type Payment = Decision & { terms: HoldTerms }

async function markPaid(deps: Deps, trx: Trx, { payout, staff, note, terms }: Payment): Promise<void> {
  const { ref, withdrawal, attempt } = payout
  const from = stateOf(withdrawal)
  if (!canMove(withdrawalMachine, { from, to: 'paid', by: 'staff' })) throw new AppError('WITHDRAWAL_STATE')
  // Of any other state the money has already left, and a receipt proves it.
  if (from === 'manual') refuseHeld((await evaluateHolds(trx, { deps, ref, terms })).open)
  if (from !== 'manual' && note === '') {
    throw invalidField('adminNotes', 'RECEIPT_MISSING')
  }
  if (from !== 'manual' && !(await claimReceipt(trx, ref, note))) {
    throw invalidField('adminNotes', 'RECEIPT_TAKEN')
  }
  const receipt = note || DEFAULT_NOTE
  if (attempt?.state === 'unknown' || attempt?.state === 'needs_review') {
    await moveAttempt(trx, { ref, attempt }, { to: 'paid', by: 'staff', receipt })
  }
  await moveWithdrawal(trx, payout, {
    to: 'paid',
    by: 'staff',
    actor: staff.name,
    receipt,
    adminComment: receipt,
    processedBy: signDecision(staff),
  })
  // Without a receipt it is only the word of one person, and proves no destination.
  if (note !== '') await proveByPayment(trx, deps, ref)
}
