import type { PaymentOutcome } from '@chuma/contract/payouts/manual-payments'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { isSamePerson } from '@chuma/db/queries/admin/people'
import { isInOpenBatch } from '@chuma/db/queries/payouts/bank-batches'
import { claimReceipt } from '@chuma/db/queries/payouts/payout-receipts'
import { findWithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import * as z from 'zod'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { signDecision } from '../approvals/sign-decision.ts'
import { type LockedPayout, lockPayout } from '../attempts/lock-payout.ts'
import { checkReceiver } from '../details/check-receiver.ts'
import { proveByPayment } from '../details/prove-by-payment.ts'
import { evaluateHolds } from '../holds/evaluate-holds.ts'
import type { HoldTerms } from '../holds/hold-rules.ts'
import { isUnreadable } from '../holds/wait-for-holds.ts'
import { moveWithdrawal } from '../move-payout.ts'
import { readReceipt } from '../receipts/read-receipt.ts'

type Payment = {
  id: string
  reference: string
  amount: string | undefined
  receiver: string | undefined
  isDryRun: boolean
}
type Booked = { outcome: PaymentOutcome; payoutKes: number | null }

/** Thrown to roll back a dry run, or a refused payment. */
const undo = new Error('taken back')

/** Book one payment made by hand, or return why not. Throws only for unexpected failures. */
export async function payByHand(deps: Deps, staff: StaffActor, payment: Payment): Promise<Booked> {
  const ref = z.uuid().safeParse(payment.id).success && (await findWithdrawalRef(deps.db, payment.id))
  if (!ref) return { outcome: 'unknown-id', payoutKes: null }
  if (await isSamePerson(deps.db, staff.name, `member:${ref.memberId}`))
    return { outcome: 'own', payoutKes: null }
  const terms = await deps.economy()
  let booked: Booked = { outcome: 'failed', payoutKes: null }
  await deps.db
    .transaction()
    .execute(async (trx) => {
      const payout = await lockPayout(trx, ref)
      const outcome = await book(deps, trx, { payout, staff, payment, terms })
      booked = { outcome, payoutKes: payout.withdrawal.payoutKes }
      // A refused payment must not claim its reference.
      if (payment.isDryRun || outcome !== 'paid') throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return booked
}

type Booking = {
  payout: LockedPayout
  staff: StaffActor
  payment: Payment
  terms: HoldTerms
}

async function book(
  deps: Deps,
  trx: Trx,
  { payout, staff, payment, terms }: Booking,
): Promise<PaymentOutcome> {
  const { ref, withdrawal } = payout
  const reference = readReceipt(withdrawal.method, payment.reference)
  if (reference === null) return 'bad-reference'
  if (withdrawal.status === 'paid' && withdrawal.receipt?.toUpperCase() === reference) {
    return 'already-paid'
  }
  if (withdrawal.status !== 'approved' || withdrawal.payoutState !== 'manual') return 'not-waiting'
  if (await isInOpenBatch(trx, ref)) return 'in-batch'
  if (withdrawal.isPaused) return 'payouts-paused'
  const { open } = await evaluateHolds(trx, { deps, ref, terms })
  // What a restored backup has as unpaid, or goes to an unreadable account, is not paid now: somebody says that it was.
  if (!open.every(isUnreadable) && !open.some(({ reason }) => reason === 'restored')) return 'held'
  if (payment.amount !== undefined && !isAmount(payment.amount, withdrawal.payoutKes))
    return 'amount-mismatch'
  if (!(await claimReceipt(trx, ref, { receipt: reference, by: 'staff' }))) return 'reference-used'
  await moveWithdrawal(trx, payout, {
    to: 'paid',
    by: 'staff',
    receipt: reference,
    adminComment: reference,
    processedBy: signDecision(staff),
    ...(await checkReceiver(trx, ref.memberId, payment.receiver)),
    actor: staff.name,
  })
  await proveByPayment(trx, deps, ref)
  await insertAuditEntry(trx, {
    actor: staff.name,
    action: 'withdrawal.paid',
    subject: `withdrawal:${ref.withdrawalId}`,
    before: { status: withdrawal.status, payoutState: withdrawal.payoutState },
    after: { status: 'paid', payoutState: 'paid', receipt: reference },
    reason: 'From a file of payments',
    address: staff.address,
  })
  return 'paid'
}

/** `2,000.00` and `KES 2000` are what spreadsheets make of 2000. */
function isAmount(text: string, payoutKes: number): boolean {
  const plain = text.replace(/^KES\s*/i, '').replaceAll(/[\s,]/g, '')
  return /^\d+(\.0+)?$/.test(plain) && Number(plain) === payoutKes
}
