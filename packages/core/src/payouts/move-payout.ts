import { formatKes } from '@chuma/contract/format-money'
import type { Trx } from '@chuma/db/client'
import { insertWithholding } from '@chuma/db/queries/books/withholding'
import { insertJob } from '@chuma/db/queries/jobs'
import { endHoldsOf } from '@chuma/db/queries/payouts/holds'
import {
  type AttemptChange,
  type LockedAttempt,
  updateAttemptState,
} from '@chuma/db/queries/payouts/payout-attempts'
import {
  type LockedWithdrawal,
  updateWithdrawalState,
  type WithdrawalChange,
  type WithdrawalRef,
} from '@chuma/db/queries/payouts/payouts'
import { outdateWaiting } from '../admin/approvals/outdate-waiting.ts'
import { isFinal, type Mover, takeStep } from '../state-machine.ts'
import { postPoints } from '../wallet/post-points.ts'
import {
  type AttemptState,
  attemptMachine,
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
}

/**
 * Move a withdrawal that the caller has locked, and post what the step posts. The caller moves its attempt first.
 * @throws AppError WITHDRAWAL_STATE for a step that is not in the table
 */
export async function moveWithdrawal(
  trx: Trx,
  { ref: { memberId, withdrawalId }, withdrawal }: Withdrawal,
  { to, by, actor = 'system', ...change }: WithdrawalMove,
): Promise<void> {
  const ref = { memberId, withdrawalId }
  const from = stateOf(withdrawal)
  const effects = await takeStep(withdrawalMachine, { from, to, by }, () =>
    updateWithdrawalState(trx, ref, {
      ...change,
      from: withdrawalColumns[from],
      to: withdrawalColumns[to],
    }),
  )
  if (from === 'pending') {
    const subject = `withdrawal:${withdrawalId}`
    await outdateWaiting(trx, { subject, kinds: ['decide-withdrawal'], by, actor })
  }
  if (isFinal(withdrawalMachine, to)) await endHoldsOf(trx, ref)
  for (const effect of effects) await bringAbout[effect](trx, { ref, withdrawal }, actor)
}

type AttemptMove = AttemptChange & { to: AttemptState; by: Mover }

/** Move an attempt that the caller has locked. @throws AppError WITHDRAWAL_STATE for a step that is not in the table */
export async function moveAttempt(
  trx: Trx,
  { ref, attempt: { attemptNo, state: from } }: { ref: WithdrawalRef; attempt: LockedAttempt },
  { to, by, ...change }: AttemptMove,
): Promise<void> {
  await takeStep(attemptMachine, { from, to, by }, () =>
    updateAttemptState(trx, { ...ref, attemptNo }, { ...change, from, to }),
  )
}

/** Move an attempt and its withdrawal to the state of the same name. */
export async function movePayout(
  trx: Trx,
  payout: Withdrawal & { attempt: LockedAttempt },
  move: AttemptMove & { to: 'sending' | 'sent' | 'unknown' | 'needs_review' },
): Promise<void> {
  await moveAttempt(trx, payout, move)
  await moveWithdrawal(trx, payout, { to: move.to, by: move.by })
}

const bringAbout: Record<
  WithdrawalEffect,
  (trx: Trx, payout: Withdrawal, actor: string) => Promise<unknown>
> = {
  'post payout': postPayout,
  'post release': postRelease,
  'record withheld tax': (trx, { ref }) => insertWithholding(trx, ref),
  'tell member': (trx, { ref }) => insertJob(trx, 'send-withdrawal-news', ref),
  'settle referral': (trx, { ref }) => insertJob(trx, 'settle-referral', ref),
}

/** Remove the held points. */
function postPayout(trx: Trx, { ref, withdrawal }: Withdrawal, actor: string) {
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
function postRelease(trx: Trx, { ref, withdrawal }: Withdrawal, actor: string) {
  return postPoints(trx, {
    memberId: ref.memberId,
    kind: 'release',
    availableDelta: withdrawal.points,
    heldDelta: -withdrawal.points,
    houseAccount: null,
    sourceKey: `release:${ref.withdrawalId}`,
    description: `Withdrawal of ${formatKes(withdrawal.amountKes)} rejected, points restored`,
    subjectId: ref.withdrawalId,
    actor,
  })
}
