import type { Economy } from '@chuma/contract/economy'
import { formatKes } from '@chuma/contract/format-money'
import type { RequestWithdrawalInput, ReviewReason, Withdrawal } from '@chuma/contract/wallet'
import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { lockWallet } from '@chuma/db/queries/ledger'
import { claimPayoutNumber, hasUsedBankAccount, insertWithdrawal } from '@chuma/db/queries/withdrawals'
import { AppError, invalidField } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { answerOnce } from './answer-once.ts'
import { postPoints } from './post-points.ts'

type Request = RequestWithdrawalInput & { idempotencyKey: string | undefined }

/**
 * Takes points out of the available balance and holds them for a payout, in one transaction, so requests that race
 * for the same points cannot all succeed. The rate and the amount are fixed here (SPEC §4, §9). With an idempotency
 * key a repeat answers what the first call answered. A number or bank account that the member never used makes a reason for
 * staff to look twice, and a mail to him at once.
 * @throws AppError EMAIL_NOT_VERIFIED, INVALID_INPUT, INSUFFICIENT_POINTS, PAYOUT_NUMBER_TAKEN, KEY_REUSED
 */
export async function requestWithdrawal(
  deps: Deps,
  member: SignedInMember,
  { idempotencyKey, ...input }: Request,
): Promise<Withdrawal> {
  if (!member.isEmailVerified) {
    const message = 'Please verify your email address before you withdraw.'
    throw new AppError('EMAIL_NOT_VERIFIED', { message })
  }
  const economy = await deps.economy()
  const amountKes = checkAmount(input, economy)
  const { memberId } = member
  return deps.db.transaction().execute(async (trx) => {
    await lockWallet(trx, memberId)
    return answerOnce(
      trx,
      { memberId, operation: 'request-withdrawal', key: idempotencyKey, request: input },
      () => holdPoints(trx, member, { input, amountKes, kesPerPoint: economy.kesPerPoint }),
    )
  })
}

type Hold = { input: RequestWithdrawalInput; amountKes: number; kesPerPoint: number }

async function holdPoints(
  trx: Trx,
  { memberId, email }: SignedInMember,
  { input, amountKes, kesPerPoint }: Hold,
) {
  const reviewReasons = await reviewDestination(trx, memberId, input)
  const bank = input.withdrawalMethod === 'bank' ? input : null
  const withdrawal = await insertWithdrawal(trx, {
    memberId,
    points: input.pointsToWithdraw,
    kesPerPoint,
    amountKes,
    method: input.withdrawalMethod,
    mpesaNumber: input.withdrawalMethod === 'mpesa' ? input.mpesaNumber : null,
    bankName: bank?.bankName ?? null,
    accountNumber: bank?.accountNumber ?? null,
    accountName: bank?.accountName ?? null,
    reviewReasons,
  })
  await postPoints(trx, {
    memberId,
    kind: 'hold',
    availableDelta: -input.pointsToWithdraw,
    heldDelta: input.pointsToWithdraw,
    houseAccount: null,
    sourceKey: `hold:${withdrawal.id}`,
    description: `Withdrawal of ${formatKes(amountKes)} requested`,
    subjectId: withdrawal.id,
    actor: `member:${memberId}`,
  })
  if (reviewReasons.length > 0) {
    await insertJob(trx, 'send-payout-number-added', { memberId, withdrawalId: withdrawal.id, email })
  }
  return withdrawal
}

/** Whoever got into somebody else's account has the money sent to a place that the account has never used. */
async function reviewDestination(
  trx: Trx,
  memberId: string,
  input: RequestWithdrawalInput,
): Promise<ReviewReason[]> {
  if (input.withdrawalMethod === 'bank') {
    return (await hasUsedBankAccount(trx, memberId, input)) ? [] : ['new-bank-account']
  }
  const { owner, isNew } = await claimPayoutNumber(trx, input.mpesaNumber, memberId)
  if (owner !== memberId) throw new AppError('PAYOUT_NUMBER_TAKEN')
  return isNew ? ['new-number'] : []
}

function checkAmount(input: RequestWithdrawalInput, economy: Economy): number {
  const { kesPerPoint, minWithdrawalPoints, mpesaMinKes, mpesaMaxKes } = economy
  const amountKes = input.pointsToWithdraw * kesPerPoint
  if (input.pointsToWithdraw < minWithdrawalPoints) {
    const minimum = `${minWithdrawalPoints} points (${formatKes(minWithdrawalPoints * kesPerPoint)})`
    throw invalidField('pointsToWithdraw', `Minimum withdrawal is ${minimum}.`)
  }
  if (input.amountKes !== undefined && input.amountKes !== amountKes) {
    throw invalidField('amountKes', `${input.pointsToWithdraw} points are ${formatKes(amountKes)}`)
  }
  if (input.withdrawalMethod === 'mpesa' && (amountKes < mpesaMinKes || amountKes > mpesaMaxKes)) {
    throw invalidField(
      'pointsToWithdraw',
      `M-Pesa carries ${formatKes(mpesaMinKes)} to ${formatKes(mpesaMaxKes)} at a time`,
    )
  }
  return amountKes
}
