import { formatKes } from '@chuma/contract/format-money'
import type { Trx } from '@chuma/db/client'
import { selectWaitingAbout } from '@chuma/db/queries/admin/approvals'
import { nextEntriesInsert } from '@chuma/db/queries/books/journal'
import { insertWithholding, insertWithholdingReversal } from '@chuma/db/queries/books/tax'
import { insertTaxParts, isTaxOfToday, updateTax } from '@chuma/db/queries/books/tax-files'
import { announceJobs, insertJob, jobsInsert } from '@chuma/db/queries/jobs'
import { announce } from '@chuma/db/queries/listen'
import { isInOpenBatch } from '@chuma/db/queries/payouts/bank-batches'
import { holdsEnd } from '@chuma/db/queries/payouts/holds'
import {
  type AttemptChange,
  attemptUpdate,
  type LockedAttempt,
} from '@chuma/db/queries/payouts/payout-attempts'
import {
  type LockedWithdrawal,
  type WithdrawalChange,
  type WithdrawalRef,
  withdrawalsUpdate,
} from '@chuma/db/queries/payouts/payouts'
import { type Writes, writeTogether } from '@chuma/db/queries/write-together'
import { AppError } from '../app-error.ts'
import { outdateWaiting } from '../approvals/transitions.ts'
import { type Mover, refuseStep, requireStep } from '../state-machine.ts'
import { postPoints } from '../wallet/ledger.ts'
import { calculateTax, type PartedTax } from '../wallet/tax.ts'
import type { LockedPayout } from './attempts/payouts.ts'
import { bookTaxed, isTaxed, listEntries } from './journal.ts'
import {
  type AttemptState,
  attemptMachine,
  isSettled,
  stateOf,
  type WithdrawalEffect,
  type WithdrawalState,
  withdrawalColumns,
  withdrawalMachine,
} from './transitions.ts'

type Withdrawal = { ref: WithdrawalRef; withdrawal: LockedWithdrawal }
type WithdrawalMove = WithdrawalChange & {
  to: WithdrawalState
  by: Mover
  /** The name in the wallet's history. */
  actor?: string
  /** The person who decides it alone: what another person asked for too is done by that. */
  agreedBy?: string | undefined
  /** Of a returned payment: what the member gets back. */
  pointsBack?: number
  /** A step of its attempt, which the same statement takes first. */
  attempt?: AttemptStep
  /** What the same statement writes. */
  also?: Writes
}

/**
 * Move a withdrawal that the caller has locked, and post what the step posts. Its attempt moves before it, or with it.
 * @throws AppError WITHDRAWAL_STATE for a step that is not in the table
 */
export const moveWithdrawal = (trx: Trx, payout: Withdrawal, move: WithdrawalMove) =>
  moveWithdrawals(trx, [payout], move)

/** The same step for many that are in the same state, or for none of them. */
export async function moveWithdrawals(
  trx: Trx,
  payouts: readonly Withdrawal[],
  { to, by, actor = 'system', agreedBy, pointsBack: back, attempt, also, ...change }: WithdrawalMove,
): Promise<void> {
  const [first] = payouts
  if (!first) return
  const step = { from: stateOf(first.withdrawal), to, by }
  const refs = payouts.map(({ ref: { memberId, withdrawalId } }) => ({ memberId, withdrawalId }))
  if (step.from === 'manual') for (const ref of refs) await refuseInBatch(trx, ref)
  const effects = requireStep(withdrawalMachine, step)
  const moves = payouts.map((payout) => {
    const pointsBack = back ?? payout.withdrawal.points
    return { payout, pointsBack, move: { ...step, pointsBack } }
  })
  const subjects = refs.map(({ withdrawalId }) => `withdrawal:${withdrawalId}`)
  const about = { subjects, kinds: ['decide-withdrawal', 'correct-payout'] } as const
  const entries = moves.flatMap(({ payout, move }) =>
    isTaxed(payout, move) ? [] : listEntries(payout, move),
  )
  const columns = { from: withdrawalColumns[step.from], to: withdrawalColumns[to] }
  const written = await writeTogether(trx, {
    ...also,
    ...(attempt && { movedAttempt: updateOf(trx, first.ref, attempt) }),
    movedWithdrawals: withdrawalsUpdate(trx, refs, {
      ...change,
      ...columns,
      after: attempt && 'movedAttempt',
    }),
    ...(isSettled(to) && { endedHolds: holdsEnd(trx, refs) }),
    ...jobsOf(payouts, effects),
    ...(entries.length > 0 && { entries: nextEntriesInsert(trx, entries) }),
    ...(WAITS_FOR_PEOPLE.has(step.from) && { waiting: selectWaitingAbout(trx, about) }),
  })
  if (written.movedWithdrawals !== payouts.length) refuseStep(withdrawalMachine, step)
  for (const { memberId } of refs) await announce(trx, 'withdrawal_change', memberId)
  if (effects.includes('tell member')) await announceJobs(trx, 'send-withdrawal-news')
  if (effects.includes('settle referral')) await announceJobs(trx, 'settle-referral')
  if (written.waiting) {
    const agreed = agreedBy && withdrawalColumns[to].status
    await outdateWaiting(trx, { ...about, subject: subjects, by, actor: agreedBy ?? actor, agreed })
  }
  for (const { payout, pointsBack, move } of moves) {
    const booking = { actor, pointsBack, isCancelled: to === 'cancelled' }
    for (const effect of effects) await bringAbout[effect]?.(trx, payout, booking)
    if (isTaxed(payout, move)) await bookTaxed(trx, payout, move)
  }
}

/** Few members were invited. */
function jobsOf(payouts: readonly Withdrawal[], effects: readonly WithdrawalEffect[]): Writes {
  const told = effects.includes('tell member') ? payouts : []
  const settling = effects.includes('settle referral')
    ? payouts.filter(({ withdrawal }) => withdrawal.wasInvited)
    : []
  const insert = (name: 'send-withdrawal-news' | 'settle-referral', about: readonly Withdrawal[]) =>
    jobsInsert(
      name,
      about.map(({ ref: { memberId, withdrawalId } }) => ({ memberId, withdrawalId })),
    )
  return {
    ...(told.length > 0 && { news: insert('send-withdrawal-news', told) }),
    ...(settling.length > 0 && { referrals: insert('settle-referral', settling) }),
  }
}

/** States in which staff may have asked a second person. */
const WAITS_FOR_PEOPLE: ReadonlySet<WithdrawalState> = new Set([
  'pending',
  'needs_review',
  'paid',
  'rejected',
  'failed',
])

type AttemptMove = AttemptChange & { to: AttemptState; by: Mover }
type AttemptStep = AttemptMove & { of: LockedAttempt }

/** Move an attempt that the caller has locked. @throws AppError WITHDRAWAL_STATE for a step that is not in the table */
export async function moveAttempt(
  trx: Trx,
  { ref, attempt }: { ref: WithdrawalRef; attempt: LockedAttempt },
  { to, by, ...change }: AttemptMove,
): Promise<void> {
  const moved = await updateOf(trx, ref, { ...change, to, by, of: attempt }).execute()
  if (moved.length !== 1) refuseStep(attemptMachine, { from: attempt.state, to, by })
}

/** @throws AppError WITHDRAWAL_STATE for a step that is not in the table */
function updateOf(
  trx: Trx,
  ref: WithdrawalRef,
  { of: { attemptNo, state: from }, to, by, ...change }: AttemptStep,
) {
  requireStep(attemptMachine, { from, to, by })
  return attemptUpdate(trx, { ...ref, attemptNo }, { ...change, from, to })
}

/** Move an attempt and its withdrawal to the state of the same name. */
export function movePayout(
  trx: Trx,
  payout: Withdrawal & { attempt: LockedAttempt },
  { also, ...move }: AttemptMove & { to: 'sending' | 'sent' | 'unknown' | 'needs_review'; also?: Writes },
): Promise<void> {
  const { to, by } = move
  return moveWithdrawal(trx, payout, {
    to,
    by,
    attempt: { ...move, of: payout.attempt },
    ...(also && { also }),
  })
}

type Booking = { actor: string; pointsBack: number; isCancelled: boolean }

/** Jobs are written with the step. */
const bringAbout: Partial<
  Record<WithdrawalEffect, (trx: Trx, payout: Withdrawal, by: Booking) => Promise<unknown>>
> = {
  'post payout': postPayout,
  'post release': postRelease,
  'post return': postReturn,
  'post late payout': postLatePayout,
  'record withheld tax': async (trx, { ref, withdrawal }) => {
    if (withdrawal.taxKes > 0) await insertWithholding(trx, ref)
  },
  'reverse withheld tax': (trx, { ref }) => insertWithholdingReversal(trx, ref),
}

/** Remove the held points. */
function postPayout(trx: Trx, { ref, withdrawal }: Withdrawal, { actor }: Booking) {
  const { points, amountKes, payoutKes } = withdrawal
  const paid = `Withdrawal of ${formatKes(amountKes)} paid`
  return postPoints(trx, {
    memberId: ref.memberId,
    kind: 'payout',
    availableDelta: 0,
    heldDelta: -points,
    houseAccount: 'payouts',
    sourceKey: `payout:${ref.withdrawalId}`,
    description:
      payoutKes === amountKes
        ? paid
        : `${paid}: ${formatKes(amountKes - payoutKes)} tax withheld, ${formatKes(payoutKes)} sent`,
    subjectId: ref.withdrawalId,
    actor,
  })
}

/** Return the held points. */
function postRelease(trx: Trx, { ref, withdrawal }: Withdrawal, { actor, isCancelled }: Booking) {
  const end = isCancelled ? 'cancelled' : 'rejected'
  return postPoints(trx, {
    memberId: ref.memberId,
    kind: 'release',
    availableDelta: withdrawal.points,
    heldDelta: -withdrawal.points,
    houseAccount: null,
    sourceKey: `release:${ref.withdrawalId}`,
    description: `Withdrawal of ${formatKes(withdrawal.amountKes)} ${end}, points restored`,
    subjectId: ref.withdrawalId,
    actor,
  })
}

/** Give the points of a payment that came back, if they are the member's. */
async function postReturn(trx: Trx, { ref, withdrawal }: Withdrawal, { actor, pointsBack }: Booking) {
  if (pointsBack === 0) return
  await postPoints(trx, {
    memberId: ref.memberId,
    kind: 'payout-returned',
    availableDelta: pointsBack,
    heldDelta: 0,
    houseAccount: 'payouts',
    sourceKey: `payout-returned:${ref.withdrawalId}`,
    description: `Payment of ${formatKes(withdrawal.payoutKes)} came back, points restored`,
    subjectId: ref.withdrawalId,
    actor,
  })
}

/** Take the restored points again, even if the member has spent them: then they owe them. */
function postLatePayout(trx: Trx, { ref, withdrawal }: Withdrawal, { actor }: Booking) {
  return postPoints(trx, {
    memberId: ref.memberId,
    kind: 'payout-late',
    availableDelta: -withdrawal.points,
    heldDelta: 0,
    houseAccount: 'payouts',
    sourceKey: `payout-late:${ref.withdrawalId}`,
    description: `Withdrawal of ${formatKes(withdrawal.amountKes)} was paid after all, restored points taken again`,
    subjectId: ref.withdrawalId,
    actor,
  })
}

type Leaving = Pick<LockedPayout, 'ref' | 'withdrawal'>

/**
 * Fix the tax of withdrawals that are about to leave at today's rates: tax is due on payment. The caller has locked the payouts, and sends
 * the amounts that this leaves. A member who gets less than announced is told.
 * @returns what is sent of each, in their order; null where it has not changed
 */
export async function fixTaxes(trx: Trx, payouts: readonly Leaving[]): Promise<(number | null)[]> {
  const sent: (number | null)[] = []
  for (const payout of payouts) {
    const { memberId, withdrawalId } = payout.ref
    const { points, kesPerPoint, taxTerms } = payout.withdrawal
    const tax = await calculateTax(trx, { memberId, withdrawalId, points, kesPerPoint, taxTerms })
    sent.push((await fixTax(trx, payout, tax))?.payoutKes ?? null)
  }
  return sent
}

async function fixTax(
  trx: Trx,
  { ref: { memberId, withdrawalId }, withdrawal: { amountKes, taxKes: announced } }: Leaving,
  { taxPercent, taxKes, parts }: PartedTax,
): Promise<{ payoutKes: number } | null> {
  const ref = { memberId, withdrawalId }
  // A payment of nothing cannot be made: tiny amounts keep what was announced.
  if (taxKes === announced || taxKes >= amountKes) return null
  // One record a day: a rate that changes later today is tomorrow's.
  if (await isTaxOfToday(trx, ref)) return null
  await insertTaxParts(trx, ref, parts)
  await updateTax(trx, ref, { taxPercent, taxKes })
  if (taxKes > announced) await insertJob(trx, 'send-tax-changed', { ...ref, announcedKes: announced })
  return { payoutKes: amountKes - taxKes }
}

/**
 * Refuse to decide otherwise about a withdrawal that a bank may be paying from a file: only the bank's result settles it.
 * @throws AppError WITHDRAWAL_STATE
 */
async function refuseInBatch(trx: Trx, ref: WithdrawalRef): Promise<void> {
  if (await isInOpenBatch(trx, ref)) throw new AppError('WITHDRAWAL_STATE')
}
