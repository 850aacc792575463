import { setTimeout as sleep } from 'node:timers/promises'
import type { Economy } from '@chuma/contract/admin/economy/economy'
import { type DecideWithdrawalInput, decideWithdrawalInput } from '@chuma/contract/payouts/withdrawals'
import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { actsInsert } from '@chuma/db/queries/admin/audit'
import { getAdminWithdrawal } from '@chuma/db/queries/payouts/admin-withdrawals'
import { claimReceipt, findReportedReceipt } from '@chuma/db/queries/payouts/payout-attempts'
import { staffDecisionsUpdate } from '@chuma/db/queries/payouts/payout-decisions'
import { findPayoutProgress, findWithdrawalRef, type WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { Writes } from '@chuma/db/queries/write-together'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import { exceedsDay, readLeftToday } from '../../approvals/limits.ts'
import { orAskAnother, passApproval } from '../../approvals/or-ask-another.ts'
import type { ApprovedBy } from '../../approvals/transitions.ts'
import { requireAnother } from '../../auth/staff.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { requireChosenEconomy } from '../../economy.ts'
import { canMove } from '../../state-machine.ts'
import { type LockedPayout, lockPayout, lockPayouts } from '../attempts/payouts.ts'
import { openWithdrawal, proveByPayment } from '../details.ts'
import {
  evaluateHolds,
  evaluateManyHolds,
  type HoldTerms,
  isUnreadable,
  refuseHeld,
  waitFor,
} from '../holds/hold-rules.ts'
import { liftHolds } from '../holds/review-holds.ts'
import { moveAttempt, moveWithdrawal } from '../move-payout.ts'
import { queuePayout, queuePayouts } from '../queue/queue.ts'
import { NO_RECEIPT, readReceipt } from '../receipts.ts'
import {
  isSettled,
  stateOf,
  type WithdrawalState,
  withdrawalColumns,
  withdrawalMachine,
} from '../transitions.ts'
import { isMaker, signDecision } from './approval-rules.ts'

/** The note of a payment without a reference (SPEC §4). */
export const DEFAULT_NOTE = 'Payment processed'

/** What is read for many withdrawals at once. `isOfMaker`: the caller's person gave the points. It is nobody's own. */
export type Known = WithdrawalRef & { isOfMaker: boolean }
/** `bulk`: one of many, not reviewed individually. `read`: what is answered, read in the decision's transaction. */
type Input<T> = DecideWithdrawalInput & { bulk?: Known; read: (trx: Trx) => Promise<T> }

/**
 * For finance and owners: decide a withdrawal once, from its state under the lock; of concurrent decisions one counts.
 * From `economy.twoAdminsFromKes` on, above the day's limit of the caller's person, and where they gave the points, it stays
 * pending until a second person approves: in the list of requests, or by the same call. A rejection is possible only while
 * no money can have been sent.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, and for a second person who gave the points, WITHDRAWAL_STATE, PAYOUT_LEAVING while a sender may still write, NEEDS_REVIEW in bulk, WITHDRAWAL_HELD in bulk,
 * for a payment by hand, and to approve one whose account nobody can read, APPROVAL_PENDING,
 * ECONOMY_UNCHOSEN for an approval before an owner chose a preset, INVALID_INPUT for a rejection without a reason, or a payment with an unknown result without its receipt, and a receipt that is none of its method or another withdrawal's
 */
export async function decideWithdrawal(deps: Deps, staff: StaffActor, input: DecideWithdrawalInput) {
  const read = async (trx: Trx) => openWithdrawal(deps, await getAdminWithdrawal(trx, input.id))
  if (input.status === 'paid' && (await isPaidByProvider(deps, staff, input))) {
    return deps.db.transaction().execute(read)
  }
  return decide(deps, staff, { ...input, read })
}

/** How often the result of a payment on its way is looked for. */
const LOOK_MS = 200

/**
 * Whether the provider has paid it, so that marking it as paid without a receipt says nothing new: the specified calls work
 * with every provider. The result of a payment that is on its way is waited for.
 */
async function isPaidByProvider(
  { db, payouts }: Pick<Deps, 'db' | 'payouts'>,
  staff: StaffActor,
  { id, adminNotes, receipt }: DecideWithdrawalInput,
): Promise<boolean> {
  const until = Date.now() + (payouts.settleWaitMs ?? 0)
  for (;;) {
    const found = await findPayoutProgress(db, id)
    if (!found || receipt !== undefined || readReceipt(found.method, adminNotes)) return false
    const { memberId, status, payoutState, waitReason, isPaidByProvider } = found
    if (status === 'paid' && isPaidByProvider) {
      await requireAnother(db, staff, memberId)
      return true
    }
    const isOnItsWay =
      payoutState === 'sending' || payoutState === 'sent' || (payoutState === 'queued' && waitReason === null)
    if (!isOnItsWay || Date.now() >= until) return false
    await sleep(LOOK_MS)
  }
}

/** Approve one of many, which nobody reviews individually. Nothing of it is answered. @throws AppError as `decideWithdrawal` */
export function approveUnreviewed(deps: Deps, staff: StaffActor, bulk: Known): Promise<void> {
  const { withdrawalId: id } = bulk
  return decide(deps, staff, { id, status: 'approved', adminNotes: '', bulk, read: async () => {} })
}

/** A second person who asks for what already waits decides it, as the act of the person who asked first. */
function decide<T>(deps: Deps, staff: StaffActor, input: Input<T>): Promise<T> {
  return orAskAnother(deps, staff, {
    work: (deps) => decideAlone(deps, staff, input),
    confirm: (deps, requester, payload) =>
      decideAlone(deps, requester, { ...input, ...decideWithdrawalInput.parse(payload) }),
  })
}

async function decideAlone<T>(
  deps: Deps,
  staff: StaffActor,
  { id, status, adminNotes, receipt, bulk, read }: Input<T>,
): Promise<T> {
  const terms = await deps.economy()
  if (status === 'approved') await requireChosenEconomy(deps)
  const { isOfMaker, ...ref } =
    bulk && !staff.approval ? bulk : await know(deps, staff, { id, status, terms })
  return deps.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, ref)
    const decision = { payout, staff, note: adminNotes }
    if (status === 'approved')
      await approveWithdrawal(deps, trx, { ...decision, isBulk: bulk !== undefined, isOfMaker, terms })
    else if (status === 'rejected') await reject(trx, decision)
    else await markPaid(deps, trx, { ...decision, given: receipt, terms })
    return read(trx)
  })
}

type Made = ApprovedBy & { to: WithdrawalState; receipt?: string }
type Decided = {
  payouts: readonly LockedPayout[]
  staff: StaffActor
  status: DecideWithdrawalInput['status']
  note: string
}

/** For the statement of the step: what staff decided, and the entries of the audit log, which day limits are summed from. */
function recordDecision(trx: Trx, { payouts, staff, status, note }: Decided, { to, ...made }: Made): Writes {
  const refs = payouts.map(({ ref }) => ref)
  const acts = payouts.map(({ ref, withdrawal: { payoutState, receipt, amountKes, ...withdrawal } }) => ({
    action: `withdrawal.${status}`,
    subject: `withdrawal:${ref.withdrawalId}`,
    before: { status: withdrawal.status, payoutState },
    after: { ...withdrawalColumns[to], receipt, ...(status === 'approved' && { amountKes }), ...made },
    reason: note,
  }))
  return {
    ...(status !== 'paid' && {
      decisions: staffDecisionsUpdate(trx, refs, { outcome: status, actor: staff.name }),
    }),
    acts: actsInsert(trx, staff, acts),
  }
}

/**
 * Approve together those of many, oldest first, that one person may approve without a look at each. All others are as before: they are
 * decided, or refused with the reason, one at a time.
 * @returns the ids of those that are approved
 */
export async function approveRoutine(
  deps: Deps,
  staff: StaffActor,
  many: readonly Known[],
): Promise<Set<string>> {
  const terms = await deps.economy()
  const makers = new Set(many.filter(({ isOfMaker }) => isOfMaker).map(({ withdrawalId }) => withdrawalId))
  return deps.db.transaction().execute(async (trx) => {
    const pending = (await lockPayouts(trx, many)).filter(({ withdrawal }) => withdrawal.status === 'pending')
    if (pending.length === 0) return new Set()
    const holds = await evaluateManyHolds(trx, pending, { deps, terms })
    const routine = pending.filter((payout) => {
      const { ref, withdrawal } = payout
      const isHeld = holds.get(ref.withdrawalId)?.open.length !== 0
      const needsLook = isHeld || withdrawal.isInReview || withdrawal.isPaused
      return !needsLook && !makers.has(ref.withdrawalId) && !needsTwo(payout, terms)
    })
    if (routine.length === 0) return new Set()
    let leftKes = await readLeftToday(deps, trx, { staff, limited: 'approvals', terms })
    const approved = routine.filter(({ withdrawal: { amountKes } }) => {
      if (amountKes > leftKes) return false
      leftKes -= amountKes
      return true
    })
    if (approved.length === 0) return new Set()
    await queuePayouts(trx, deps.payouts, {
      approved,
      by: 'staff',
      adminComment: null,
      processedBy: signDecision(staff),
      agreedBy: namePerson(staff),
      record: (payouts, to) => recordDecision(trx, { payouts, staff, status: 'approved', note: '' }, { to }),
    })
    return new Set(approved.map(({ ref }) => ref.withdrawalId))
  })
}

const needsTwo = ({ withdrawal: { amountKes } }: LockedPayout, { twoAdminsFromKes }: Economy) =>
  twoAdminsFromKes > 0 && amountKes >= twoAdminsFromKes

/** @throws AppError NOT_FOUND, FORBIDDEN for one's own, and for a second person who gave the points */
async function know(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id, status, terms }: Pick<DecideWithdrawalInput, 'id' | 'status'> & { terms: Economy },
): Promise<Known> {
  const ref = orRefuse(await findWithdrawalRef(db, id), 'NOT_FOUND')
  const { memberId } = ref
  await requireAnother(db, staff, memberId)
  // Who decides it, which a second person does for one who gave the points. Nobody does after the delay of someone who works alone.
  const decider = staff.approval ? staff.approval.approver : staff
  const isOfMaker =
    status === 'approved' && decider !== null && (await isMaker(db, decider, { memberId, terms }))
  if (staff.approval && isOfMaker) throw new AppError('FORBIDDEN', { why: 'ownCredit' })
  return { ...ref, isOfMaker }
}

type Decision = { payout: LockedPayout; staff: StaffActor; note: string }

async function reject(trx: Trx, { payout, staff, note }: Decision): Promise<void> {
  // Final, however many agree: what becomes of money after its end is a correction.
  if (isSettled(stateOf(payout.withdrawal))) throw new AppError('WITHDRAWAL_STATE')
  if (note === '') throw invalidField('adminNotes', 'REASON_FOR_MEMBER')
  const { ref, attempt } = payout
  const approved = await passReported(trx, { payout, staff, note })
  if (attempt?.state === 'prepared') {
    // The provider may have taken it: it goes on, or a person finds out.
    if (attempt.wasAsked) throw new AppError('WITHDRAWAL_STATE')
    const resultDescription = 'Rejected before it was sent'
    await moveAttempt(trx, { ref, attempt }, { to: 'not_sent', by: 'staff', resultDescription })
  }
  refuseWhileSending(attempt)
  if (attempt?.state === 'needs_review') {
    await moveAttempt(trx, { ref, attempt }, { to: 'failed', by: 'staff' })
  }
  const to = attempt && attempt.state !== 'prepared' ? 'failed' : 'rejected'
  await moveWithdrawal(trx, payout, {
    to,
    by: 'staff',
    actor: staff.name,
    adminComment: note,
    processedBy: signDecision(staff),
    also: recordDecision(trx, { payouts: [payout], staff, status: 'rejected', note }, { to, ...approved }),
  })
}

/**
 * Nobody decides what a payment in doubt has become while its sender may still write: they would return the points, or pay by hand,
 * and the money would leave after that.
 * @throws AppError PAYOUT_LEAVING
 */
function refuseWhileSending(attempt: LockedPayout['attempt']): void {
  const isInDoubt = attempt?.state === 'unknown' || attempt?.state === 'needs_review'
  if (isInDoubt && !attempt.isLeaseOver) throw new AppError('PAYOUT_LEAVING')
}

type Payment = Decision & { terms: HoldTerms; given: string | undefined }

async function markPaid(deps: Deps, trx: Trx, { payout, staff, note, given, terms }: Payment) {
  const { ref, withdrawal, attempt } = payout
  const from = stateOf(withdrawal)
  // A payment after a rejection is a correction, which needs a second person.
  const isOpen = withdrawal.status === 'approved'
  if (!isOpen || !canMove(withdrawalMachine, { from, to: 'paid', by: 'staff' }))
    throw new AppError('WITHDRAWAL_STATE')
  refuseWhileSending(attempt)
  let isReceiptNeeded = from !== 'manual'
  // Of any other state the money has already left, and a receipt proves it.
  if (from === 'manual' || from === 'queued') {
    const { open } = await evaluateHolds(trx, { deps, payout, terms })
    const isRestored = open.some(({ reason }) => reason === 'restored')
    if (from === 'queued' && !isRestored) throw new AppError('WITHDRAWAL_STATE')
    // Of a restored backup, or to an unreadable account, nobody pays it now: somebody says that it was paid.
    if (!isRestored) refuseHeld(open.filter((hold) => !isUnreadable(hold)))
    isReceiptNeeded ||= open.some(isUnreadable)
  }
  const receipt = readProof(withdrawal.method, { note, given, isNeeded: isReceiptNeeded })
  if (receipt && !(await claimReceipt(trx, ref, { receipt, by: 'staff' }))) {
    throw invalidField(given === undefined ? 'adminNotes' : 'receipt', 'RECEIPT_TAKEN')
  }
  const isUndecided = attempt?.state === 'unknown' || attempt?.state === 'needs_review'
  if (receipt && attempt && (from === 'queued' || isUndecided)) {
    await moveAttempt(trx, { ref, attempt }, { to: 'paid', by: 'staff', receipt })
  }
  await moveWithdrawal(trx, payout, {
    to: 'paid',
    by: 'staff',
    actor: staff.name,
    ...(receipt && { receipt }),
    adminComment: note || receipt || DEFAULT_NOTE,
    processedBy: signDecision(staff),
    also: recordDecision(
      trx,
      { payouts: [payout], staff, status: 'paid', note },
      { to: 'paid', ...(receipt && { receipt }) },
    ),
  })
  // Without a receipt it is only the word of one person, and proves no destination.
  if (receipt) await proveByPayment(trx, deps, payout)
}

type Proof = { note: string; given: string | undefined; isNeeded: boolean }

/**
 * Read the receipt of a payment: the field for it, or else the note that the specified call has (SPEC §7), if that is one. A payment by hand
 * may be marked with any note (SPEC §4: "Payment processed"), which proves nothing.
 * @throws AppError INVALID_INPUT for a receipt that is none, and without one that is needed
 */
function readProof(method: WithdrawalMethod, { note, given, isNeeded }: Proof): string | null {
  if (given !== undefined) {
    const receipt = readReceipt(method, given)
    if (!receipt) throw invalidField('receipt', NO_RECEIPT[method])
    return receipt
  }
  const receipt = readReceipt(method, note)
  if (receipt || !isNeeded) return receipt
  throw invalidField('adminNotes', note === '' ? 'RECEIPT_MISSING' : NO_RECEIPT[method])
}

const APPROVED = 'Approved after an individual review'

/** With holds that nobody lifts the payout is queued and waits there. */
type ApprovalDecision = {
  /** Gave the member points that this pays out: somebody else has to approve it. */
  isOfMaker: boolean
  payout: LockedPayout
  staff: StaffActor
  note: string
  isBulk: boolean
  terms: Economy
}

/**
 * Queue a pending withdrawal for payment, unless a second person has to approve it first: it is large, or the first gave its points. An individual
 * approval lifts the holds that are open at this moment, because a person looks at this one request. In bulk nothing that is on hold
 * is approved.
 * @throws AppError WITHDRAWAL_STATE, NEEDS_REVIEW or WITHDRAWAL_HELD in bulk, WITHDRAWAL_HELD for an account that nobody can read, APPROVAL_PENDING
 */
async function approveWithdrawal(
  deps: Pick<Deps, 'accounts' | 'payouts' | 'secrets'>,
  trx: Trx,
  { payout, staff, note, isBulk, isOfMaker, terms }: ApprovalDecision,
): Promise<void> {
  const { ref, withdrawal } = payout
  const { withdrawalId } = ref
  const { amountKes, status, payoutState } = withdrawal
  if (status !== 'pending') throw new AppError('WITHDRAWAL_STATE')
  const { open } = await evaluateHolds(trx, { deps, payout, terms })
  if (isBulk) {
    if (withdrawal.isInReview || withdrawal.isPaused) throw new AppError('NEEDS_REVIEW')
    refuseHeld(open)
  }
  refuseHeld(open.filter(isUnreadable))
  const approved = await passApproval(
    trx,
    {
      kind: 'decide-withdrawal',
      subject: `withdrawal:${withdrawalId}`,
      payload: { id: withdrawalId, status: 'approved', adminNotes: note },
      before: { status, payoutState },
      after: { status: 'approved' },
      amountKes,
      reason: note || null,
      comparesOutcome: true,
    },
    {
      staff,
      isAboveLimit: async () =>
        isOfMaker ||
        needsTwo(payout, terms) ||
        (await exceedsDay(deps, trx, { staff, limited: 'approvals', amountKes, terms })),
    },
  )
  // To approve it says nothing about whether it was paid after the backup.
  const seen = open.filter(({ reason }) => reason !== 'restored')
  await liftHolds(trx, { ref, open: seen, staff, reason: note || APPROVED })
  const left =
    open.length > 0 ? await evaluateHolds(trx, { deps, payout: await lockPayout(trx, ref), terms }) : null
  await queuePayout(trx, deps.payouts, {
    payout,
    by: 'staff',
    ...(left && left.open.length > 0 && { wait: waitFor(left.open, left.now) }),
    adminComment: note || null,
    processedBy: signDecision(staff),
    agreedBy: namePerson(staff),
    record: (payouts, to) =>
      recordDecision(trx, { payouts, staff, status: 'approved', note }, { to, ...approved }),
  })
}

/** Who decides alone. A key may be used by someone else than the person it belongs to. */
const namePerson = ({ name, approval }: StaffActor) =>
  approval || name.startsWith('key:') ? undefined : name

type Rejection = { payout: LockedPayout; staff: StaffActor; note: string }

/**
 * Let a rejection through, unless the provider has ever reported the payment as made: then a second person has to agree that it was not,
 * because the points go back to someone who may have the money. The request names the receipt, and the reason is the evidence.
 * @throws ApprovalNeeded
 */
async function passReported(trx: Trx, { payout, staff, note }: Rejection): Promise<ApprovedBy> {
  const { ref, withdrawal } = payout
  const receipt = await findReportedReceipt(trx, ref)
  if (receipt === undefined) return {}
  const { status, payoutState, amountKes } = withdrawal
  const id = ref.withdrawalId
  return passApproval(
    trx,
    {
      kind: 'decide-withdrawal',
      subject: `withdrawal:${id}`,
      payload: { id, status: 'rejected', adminNotes: note },
      before: { status, payoutState, reportedReceipt: receipt },
      after: { status: 'rejected' },
      amountKes,
      reason: note,
      comparesOutcome: true,
    },
    { staff, isAboveLimit: async () => true },
  )
}
