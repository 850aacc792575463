import type { ResultOutcome } from '@chuma/contract/payouts/bank-batches'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry, wasContradicted } from '@chuma/db/queries/admin/audit'
import { lockBatchRow, settleBatchRow } from '@chuma/db/queries/payouts/bank-batches'
import { claimReceipt } from '@chuma/db/queries/payouts/payout-receipts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { signDecision } from '../approvals/sign-decision.ts'
import { type LockedPayout, lockPayout } from '../attempts/lock-payout.ts'
import { proveByPayment } from '../details/prove-by-payment.ts'
import { moveWithdrawal } from '../move-payout.ts'
import { pauseBecause } from '../pauses/pause-because.ts'
import { readReceipt } from '../receipts/read-receipt.ts'
import type { ResultRow } from './read-result.ts'

type Ordered = {
  reference: string
  memberId: string
  withdrawalId: string
  amountKes: number
  /** Null if nobody can read it any more. */
  accountNumber: string | null
}
type Settling = {
  deps: Pick<Deps, 'secrets' | 'reportFailure'>
  staff: StaffActor
  row: ResultRow
  ordered: Ordered
}

/**
 * Book what the bank says of one payment. A pause or a hold does not matter any more: the money has moved, or has not. Twice is once,
 * and another word than before changes nothing.
 */
export async function settleRow(trx: Trx, { deps, staff, row, ordered }: Settling): Promise<ResultOutcome> {
  const { reference, memberId, withdrawalId } = ordered
  if (row.says === null) return 'unknown-word'
  if (row.amount !== undefined && !isSameAmount(row.amount, ordered.amountKes)) return 'amount-differs'
  if (
    row.account !== undefined &&
    ordered.accountNumber !== null &&
    !isSameAccount(row.account, ordered.accountNumber)
  )
    return 'account-differs'
  const payout = await lockPayout(trx, { memberId, withdrawalId })
  const { outcome, bankReference } = await lockBatchRow(trx, reference)
  const receipt = readReceipt('bank', row.receipt)
  if (outcome === 'cancelled') {
    if (row.says === 'paid') await recordUnasked(trx, { payout, staff, receipt })
    return 'cancelled'
  }
  if (outcome !== null) {
    const isSame = outcome === row.says && (outcome === 'failed' || bankReference === receipt)
    return isSame ? 'known' : 'contradiction'
  }
  if (row.says === 'failed') {
    const reason = row.reason || row.word
    await settleBatchRow(trx, { reference, outcome: 'failed', reason, settledBy: staff.name })
    await record(trx, { staff, ordered, after: { outcome: 'failed', reason } })
    return 'failed'
  }
  if (receipt === null) return 'no-receipt'
  if (!(await claimReceipt(trx, payout.ref, { receipt, by: 'staff' }))) return 'receipt-used'
  // Before the withdrawal: one in an open batch is moved by nobody else.
  await settleBatchRow(trx, { reference, outcome: 'paid', bankReference: receipt, settledBy: staff.name })
  await moveWithdrawal(trx, payout, {
    to: 'paid',
    by: 'staff',
    receipt,
    adminComment: receipt,
    processedBy: signDecision(staff),
    actor: staff.name,
  })
  await proveByPayment(trx, deps, payout.ref)
  await record(trx, { staff, ordered, after: { outcome: 'paid', receipt } })
  return 'paid'
}

type Unasked = { payout: LockedPayout; staff: StaffActor; receipt: string | null }

/**
 * The bank paid what a cancelled batch had ordered, and the next batch would pay it again: pause the member's payouts until a person
 * has booked it, and let no other payment name the receipt. Once, however often the result is imported.
 */
async function recordUnasked(trx: Trx, { payout, staff, receipt }: Unasked): Promise<void> {
  const { ref, withdrawal } = payout
  const subject = `withdrawal:${ref.withdrawalId}`
  if (await wasContradicted(trx, subject, receipt)) return
  if (receipt !== null) await claimReceipt(trx, ref, { receipt, by: 'staff' })
  await insertAuditEntry(trx, {
    actor: staff.name,
    action: 'payout.contradiction',
    subject,
    before: { status: withdrawal.status, outcome: 'cancelled' },
    after: { receipt, amountKes: withdrawal.payoutKes },
    reason: 'The bank says it paid a batch that was cancelled',
    address: staff.address,
  })
  await pauseBecause(trx, ref, 'paid')
}

type Entry = { staff: StaffActor; ordered: Ordered; after: Record<string, string> }

function record(trx: Trx, { staff, ordered: { withdrawalId, reference }, after }: Entry) {
  return insertAuditEntry(trx, {
    actor: staff.name,
    action: after.outcome === 'paid' ? 'withdrawal.paid' : 'withdrawal.bank-failed',
    subject: `withdrawal:${withdrawalId}`,
    after: { ...after, reference },
    reason: 'From the result of a bank’s batch',
    address: staff.address,
  })
}

/** `2,000.00` and `KES 2000` are 2000. */
function isSameAmount(text: string, amountKes: number): boolean {
  const plain = text.replace(/^KES\s*/i, '').replaceAll(/[\s,]/g, '')
  return /^\d+(\.0+)?$/.test(plain) && Number(plain) === amountKes
}

/** A spreadsheet drops leading zeros; banks mask all but the last digits, at least three. */
function isSameAccount(text: string, account: string): boolean {
  const given = text.replaceAll(/[\s'-]/g, '')
  const masked = /^[x*•]+(\d{3,})$/i.exec(given)
  if (masked?.[1]) return account.endsWith(masked[1])
  return given.replace(/^0+/, '') === account.replace(/^0+/, '')
}
