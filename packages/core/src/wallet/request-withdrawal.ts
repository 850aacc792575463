import type { Economy } from '@chuma/contract/economy'
import { formatKes } from '@chuma/contract/format-money'
import type { RequestWithdrawalInput, Withdrawal } from '@chuma/contract/wallet'
import type { Trx } from '@chuma/db/client'
import { lockWallet } from '@chuma/db/queries/ledger'
import { claimPayoutNumber, insertWithdrawal } from '@chuma/db/queries/withdrawals'
import { AppError, invalidField } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { answerOnce } from './answer-once.ts'
import { postPoints } from './post-points.ts'

type Request = RequestWithdrawalInput & { idempotencyKey: string | undefined }

/**
 * Takes points out of the available balance and holds them for a payout, in one transaction, so requests that race
 * for the same points cannot all succeed. The rate and the amount are fixed here (SPEC §4, §9). With an idempotency
 * key a repeat answers what the first call answered.
 * @throws AppError INVALID_INPUT, INSUFFICIENT_POINTS, PAYOUT_NUMBER_TAKEN, KEY_REUSED
 */
export async function requestWithdrawal(
  deps: Deps,
  member: SignedInMember,
  { idempotencyKey, ...input }: Request,
): Promise<Withdrawal> {
  const economy = await deps.economy()
  const amountKes = checkAmount(input, economy)
  const { memberId } = member
  return deps.db.transaction().execute(async (trx) => {
    await lockWallet(trx, memberId)
    return answerOnce(
      trx,
      { memberId, operation: 'request-withdrawal', key: idempotencyKey, request: input },
      () => holdPoints(trx, memberId, { input, amountKes, kesPerPoint: economy.kesPerPoint }),
    )
  })
}

type Hold = { input: RequestWithdrawalInput; amountKes: number; kesPerPoint: number }

async function holdPoints(trx: Trx, memberId: string, { input, amountKes, kesPerPoint }: Hold) {
  if (input.withdrawalMethod === 'mpesa') {
    const owner = await claimPayoutNumber(trx, input.mpesaNumber, memberId)
    if (owner !== memberId) throw new AppError('PAYOUT_NUMBER_TAKEN')
  }
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
  return withdrawal
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
