import { formatKes } from '@chuma/contract/format-money'
import {
  type CorrectionKind,
  type CorrectPayoutInput,
  correctPayoutInput,
} from '@chuma/contract/payouts/destinations'
import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { lockReconciliation } from '@chuma/db/queries/books/reconciliation'
import { findClaims } from '@chuma/db/queries/books/reconciliation-books'
import { findStatementRow, isWaiting, type StoredRow } from '@chuma/db/queries/books/statement-desk'
import { insertClaims, insertEntries, insertEvidence } from '@chuma/db/queries/books/statement-rows'
import { insertJob } from '@chuma/db/queries/jobs'
import { getAdminWithdrawal } from '@chuma/db/queries/payouts/admin-withdrawals'
import { insertCorrection, isDuplicateBooked } from '@chuma/db/queries/payouts/corrections'
import { claimReceipt } from '@chuma/db/queries/payouts/payout-attempts'
import { findWithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import { orAskAnother, passApproval } from '../approvals/or-ask-another.ts'
import { requireAnother } from '../auth/staff.ts'
import { reconcileBankDays } from '../books/reconciliation.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { signDecision } from '../payouts/approvals/approval-rules.ts'
import { type LockedPayout, lockPayout } from '../payouts/attempts/payouts.ts'
import { openWithdrawal } from '../payouts/details.ts'
import { bookDuplicate } from '../payouts/journal.ts'
import { moveWithdrawal } from '../payouts/move-payout.ts'
import { NO_RECEIPT, readReceipt } from '../payouts/receipts.ts'
import { stateOf, type WithdrawalState } from '../payouts/transitions.ts'
import { postPoints } from '../wallet/ledger.ts'

/**
 * For finance and owners: book what happened to money after its withdrawal had ended. Always with evidence and a second person,
 * because it gives or takes points: in the list of requests, or by the same call. Once: a repeat finds another state, or the receipt booked.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, WITHDRAWAL_STATE, APPROVAL_PENDING, INVALID_INPUT for a receipt that is none, or is
 * taken, and for a row that does not prove it
 */
export function correctPayout(deps: Deps, staff: StaffActor, input: CorrectPayoutInput) {
  return orAskAnother(deps, staff, {
    work: (deps) => correctAlone(deps, staff, input),
    confirm: (deps, requester, payload) => correctAlone(deps, requester, correctPayoutInput.parse(payload)),
  })
}

async function correctAlone(deps: Deps, staff: StaffActor, input: CorrectPayoutInput) {
  const ref = orRefuse(await findWithdrawalRef(deps.db, input.id), 'NOT_FOUND')
  await requireAnother(deps.db, staff, ref.memberId)
  return deps.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, ref)
    const { withdrawal } = payout
    check(payout, input)
    const evidence = await readEvidence(trx, payout, input)
    const receipt = await claimSecond(trx, payout, {
      ...input,
      receipt: evidence?.receipt ?? input.receipt,
    })
    if (input.kind !== 'returned' && receipt === null) throw invalidField('receipt', 'RECEIPT_MISSING')
    const reason = [input.evidence, evidence && describeEvidence(evidence)].filter((part) => part).join('\n')
    const correction = describe(payout, input)
    const { status, payoutState } = withdrawal
    const acts = await passApproval(
      trx,
      {
        kind: 'correct-payout',
        subject: `withdrawal:${input.id}`,
        payload: input,
        before: { status, payoutState, receipt: withdrawal.receipt },
        after: { kind: input.kind, points: correction.points, ...(receipt && { receipt }) },
        amountKes: correction.amountKes,
        reason,
        comparesOutcome: true,
      },
      { staff, isAboveLimit: async () => true },
    )
    await insertCorrection(trx, { ...ref, ...correction, receipt, bookedBy: staff.name })
    if (evidence)
      await bookEvidence(trx, { evidence, kind: input.kind, withdrawalId: ref.withdrawalId, staff })
    await apply(trx, payout, { input, staff, receipt, points: correction.points })
    // A bank payment that came back needs no row any more.
    if (input.kind === 'returned') await reconcileBankDays(trx, [ref.withdrawalId], staff.name)
    const booked = openWithdrawal(deps, await getAdminWithdrawal(trx, input.id))
    await recordAct(trx, staff, {
      action: `withdrawal.payout-${input.kind}`,
      subject: `withdrawal:${input.id}`,
      before: { status, payoutState, receipt: withdrawal.receipt },
      after: {
        status: booked.status,
        payoutState: booked.payoutState,
        points: correction.points,
        receipt,
        ...(input.rowId && { rowId: input.rowId }),
        ...acts,
      },
      reason,
    })
    return booked
  })
}

const POSSIBLE: Record<CorrectionKind, readonly WithdrawalState[]> = {
  returned: ['paid'],
  late: ['rejected', 'failed'],
  duplicate: ['paid'],
}

/** @throws AppError WITHDRAWAL_STATE, INVALID_INPUT for what this kind of correction lacks */
function check({ withdrawal }: LockedPayout, { kind, cause, note }: CorrectPayoutInput): void {
  if (!POSSIBLE[kind].includes(stateOf(withdrawal))) throw new AppError('WITHDRAWAL_STATE')
  if (kind === 'returned' && cause === undefined) throw invalidField('cause', 'REQUIRED')
  if (kind === 'returned' && note === '') throw invalidField('note', 'REASON_FOR_MEMBER')
}

/** What moves. Points are whole: of a second payment less tax the house bears the part that makes none. */
function describe({ withdrawal }: LockedPayout, input: CorrectPayoutInput) {
  const { points, amountKes, payoutKes } = withdrawal
  const cause = input.kind === 'returned' ? (input.cause ?? null) : null
  if (input.kind === 'late') return { kind: input.kind, cause, points: -points, amountKes: payoutKes }
  const moved = input.kind === 'returned' ? points : -Math.floor((payoutKes * points) / amountKes)
  return { kind: input.kind, cause, points: input.isMembers ? moved : 0, amountKes: payoutKes }
}

type Booking = { input: CorrectPayoutInput; staff: StaffActor; receipt: string | null; points: number }

async function apply(trx: Trx, payout: LockedPayout, { input, staff, receipt, points }: Booking) {
  const decision = { by: 'staff', actor: staff.name, processedBy: signDecision(staff) } as const
  if (input.kind === 'returned') {
    await moveWithdrawal(trx, payout, {
      ...decision,
      to: 'returned',
      adminComment: input.note,
      pointsBack: points,
    })
  }
  if (input.kind === 'late' && receipt) {
    await moveWithdrawal(trx, payout, { ...decision, to: 'paid', receipt })
  }
  if (input.kind === 'duplicate' && receipt) {
    await postDuplicate(trx, payout, { receipt, points, actor: staff.name })
    await bookDuplicate(trx, payout, { receipt, points })
  }
}

type EvidenceBooking = { evidence: Evidence; kind: CorrectionKind; withdrawalId: string; staff: StaffActor }

/**
 * Take a row off the desk as what proves a correction, for ever. A late payment belongs to its row from now on, which moves no account:
 * the correction books the money. Money that came back or left twice is booked by the row, against the clearing account of its correction.
 */
async function bookEvidence(trx: Trx, { evidence: { row }, kind, withdrawalId, staff }: EvidenceBooking) {
  await insertEvidence(trx, { rowId: row.id, withdrawalId, kind, bookedBy: staff.name })
  const subject = `payout:${withdrawalId}`
  if (kind === 'late' && (await findClaims(trx, [subject])).length === 0) {
    await insertClaims(trx, [{ subject, rowId: row.id }])
  }
  const entry = {
    rowId: row.id,
    kind: kind === 'late' ? 'payout' : 'other',
    rule: kind,
    withdrawalId,
  } as const
  await insertEntries(trx, [entry], staff.name)
  await recordAct(trx, staff, {
    action: 'statement-row.booked',
    subject: `statement-row:${row.id}`,
    before: { reason: row.reason },
    after: { kind: entry.kind, as: kind, receipt: row.receipt, amountCents: row.amountCents, withdrawalId },
  })
}

type Evidence = { row: StoredRow; receipt: string | undefined }

/**
 * Read the row of a statement that a correction names, and require that it is about this payment and waits on the desk. Imports and
 * bookings wait until the transaction ends, so that the row proves one thing.
 * @throws AppError INVALID_INPUT naming `rowId`, or `receipt` if another one is given
 */
async function readEvidence(trx: Trx, payout: LockedPayout, { rowId, kind, receipt }: CorrectPayoutInput) {
  if (rowId === undefined) return null
  await lockReconciliation(trx)
  const row = await findStatementRow(trx, rowId)
  if (!row) throw invalidField('rowId', 'ROW_MISSING')
  if (!(await isWaiting(trx, rowId))) throw invalidField('rowId', 'ROW_USED')
  requireFit(row, payout, kind)
  const { method } = payout.withdrawal
  const own = row.receipt === null ? null : readReceipt(method, row.receipt)
  const given = receipt === undefined ? null : readReceipt(method, receipt)
  if (own && given && own !== given) throw invalidField('receipt', 'ROW_OF_ANOTHER')
  return { row, receipt: receipt ?? own ?? undefined }
}

/** What staff and the second person read about a row that proves something. */
function describeEvidence({ row }: Evidence): string {
  const { account, receipt, amountCents, at } = row
  const amount = `KES ${((amountCents ?? 0) / 100).toFixed(2)}`
  return [`Statement of ${account}, line ${row.row}`, receipt, amount, at.toISOString()]
    .filter((part) => part !== null)
    .join(', ')
}

const PURPOSES: Record<CorrectionKind, readonly StoredRow['purpose'][]> = {
  returned: ['reversal', 'money-in'],
  late: ['payout'],
  duplicate: ['payout'],
}

/** Whose statement shows the payments of a method. Of the others no statement is imported. */
const isAccountOf = (method: WithdrawalMethod, account: string) =>
  (method === 'mpesa' && account === 'mpesa') || (method === 'bank' && account.startsWith('bank:'))

function requireFit(row: StoredRow, { ref, withdrawal }: LockedPayout, kind: CorrectionKind): void {
  if (!isAccountOf(withdrawal.method, row.account)) throw invalidField('rowId', 'ROW_OTHER_ACCOUNT')
  if (!PURPOSES[kind].includes(row.purpose)) throw invalidField('rowId', 'ROW_OTHER_KIND')
  const cents = withdrawal.payoutKes * 100 * (kind === 'returned' ? 1 : -1)
  if (row.amountCents !== cents)
    throw invalidField('rowId', 'ROW_OTHER_AMOUNT', { amountKes: withdrawal.payoutKes })
  if (isOfAnother(row, { ref, withdrawal }, kind)) throw invalidField('rowId', 'ROW_OF_ANOTHER')
}

type Payout = Pick<LockedPayout, 'ref' | 'withdrawal'>

/** The row's receipt names another withdrawal, or its number ends otherwise. */
function isOfAnother(row: StoredRow, { ref, withdrawal }: Payout, kind: CorrectionKind): boolean {
  if (row.withdrawalId !== null && row.withdrawalId !== ref.withdrawalId) return true
  if (kind === 'returned')
    return row.linkedReceipt !== null && row.linkedReceipt !== withdrawal.receipt?.toUpperCase()
  const number = withdrawal.mpesaNumber
  return row.numberEnd !== null && number !== null && !number.endsWith(row.numberEnd)
}

/**
 * Claim the receipt of a payment that arrived late or twice: the provider may have reported it for this withdrawal, but it proves no
 * other, and none that is booked. A return keeps the receipt that it names as evidence.
 * @throws AppError INVALID_INPUT naming the field
 */
async function claimSecond(
  trx: Trx,
  { ref, withdrawal }: LockedPayout,
  { kind, receipt: given }: { kind: CorrectPayoutInput['kind']; receipt: string | undefined },
): Promise<string | null> {
  if (given === undefined) return null
  const receipt = readReceipt(withdrawal.method, given)
  if (!receipt) throw invalidField('receipt', NO_RECEIPT[withdrawal.method])
  const isBooked =
    withdrawal.receipt?.toUpperCase() === receipt ||
    (await isDuplicateBooked(trx, { memberId: ref.memberId, receipt }))
  if (isBooked && kind !== 'returned') throw invalidField('receipt', 'RECEIPT_TAKEN')
  if (!(await claimReceipt(trx, ref, { receipt, by: 'staff' })))
    throw invalidField('receipt', 'RECEIPT_TAKEN')
  return receipt
}

/** Take the points of a second payment, which the member owes if they have spent them, and tell them. With 0 points the house bears it. */
async function postDuplicate(
  trx: Trx,
  { ref, withdrawal }: LockedPayout,
  { receipt, points, actor }: { receipt: string; points: number; actor: string },
): Promise<void> {
  if (points === 0) return
  await postPoints(trx, {
    memberId: ref.memberId,
    kind: 'payout-duplicate',
    availableDelta: points,
    heldDelta: 0,
    houseAccount: 'payouts',
    sourceKey: `payout-duplicate:${ref.withdrawalId}:${receipt}`,
    description: `${formatKes(withdrawal.payoutKes)} arrived twice, points of the second payment taken`,
    subjectId: ref.withdrawalId,
    actor,
  })
  await insertJob(trx, 'send-withdrawal-news', ref)
}
