import type { Economy } from '@chuma/contract/admin/economy/economy'
import { formatKes } from '@chuma/contract/format-money'
import type { Answer } from '@chuma/contract/timestamp'
import { type RequestWithdrawalInput, type ReviewReason, withdrawal } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import { insertJob } from '@chuma/db/queries/jobs'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { savePayoutDetails } from '@chuma/db/queries/wallet/payout-details'
import {
  claimPayoutNumber,
  hasUsedBankAccount,
  hasUsedPaypal,
  insertWithdrawal,
} from '@chuma/db/queries/wallet/withdrawals'
import * as z from 'zod'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { doOnce } from '../idempotency/do-once.ts'
import { assessRisk } from '../payouts/approvals/assess-risk.ts'
import { refuseWhilePaused } from '../payouts/pauses/refuse-while-paused.ts'
import { findBelowMinimum } from './explain-refused-withdrawal.ts'
import { postPoints } from './post-points.ts'
import { priceWithdrawal } from './price-withdrawal.ts'

type Withdrawal = Answer<typeof withdrawal>

type Request = RequestWithdrawalInput & { idempotencyKey: string | undefined }

/** A stored answer may be older than some of the fields that a withdrawal has today. */
const storedWithdrawal = withdrawal
  .extend({
    requestedAt: z.coerce.date(),
    processedAt: z.coerce.date().nullable(),
    paidAt: z.coerce.date().nullable(),
    waitReason: withdrawal.shape.waitReason.default(null),
    waitsUntil: z.coerce.date().nullable().default(null),
    reviewReasons: withdrawal.shape.reviewReasons.default([]),
    paypalEmail: withdrawal.shape.paypalEmail.default(null),
    amountUsd: withdrawal.shape.amountUsd.default(null),
    taxPercent: withdrawal.shape.taxPercent.default(0),
    taxKes: withdrawal.shape.taxKes.default(0),
    payoutKes: withdrawal.shape.payoutKes.optional(),
    isInReview: withdrawal.shape.isInReview.default(false),
  })
  .transform((stored) => ({ ...stored, payoutKes: stored.payoutKes ?? stored.amountKes }))

/**
 * Hold available points for a payout, in one transaction, so that requests racing for the same points cannot all
 * succeed. Rate, tax and amount are fixed here (SPEC §4, §9). A repeat with the same idempotency key returns the first
 * answer, even if the request would be refused by now. A number, bank account or PayPal address that the member never used
 * gives staff a reason to review, and the member gets a mail at once. Saves the payment details unless the member opts out.
 * @throws AppError EMAIL_NOT_VERIFIED, PAYOUTS_PAUSED, INVALID_INPUT, INSUFFICIENT_POINTS, PAYOUT_NUMBER_TAKEN, KEY_REUSED
 */
export async function requestWithdrawal(
  deps: Deps,
  member: SignedInMember,
  { idempotencyKey: key, ...input }: Request,
): Promise<Withdrawal> {
  if (!member.isEmailVerified) throw new AppError('EMAIL_NOT_VERIFIED', { before: 'withdrawal' })
  const economy = await deps.economy()
  const { memberId } = member
  return deps.db.transaction().execute(async (trx) => {
    const { available } = await lockWallet(trx, memberId)
    const act = async () => {
      await refuseWhilePaused(trx, memberId)
      const day = await getBusinessDay(trx)
      // The order of SPEC §5: a provider's limits come after the member's own.
      const tooFew = findBelowMinimum(input.pointsToWithdraw, economy)
      if (tooFew) throw new AppError('INVALID_INPUT', { fields: { pointsToWithdraw: [tooFew] } })
      if (input.pointsToWithdraw > available) throw new AppError('INSUFFICIENT_POINTS')
      const price = priceWithdrawal(input, { economy, methods: deps.payouts.methods, day })
      return holdPoints(trx, member, { input, price, economy })
    }
    const keyed = {
      caller: `member:${memberId}`,
      operation: 'request-withdrawal',
      key,
      request: input,
      isKept: true,
      answer: storedWithdrawal,
    }
    return doOnce(trx, keyed, act)
  })
}

type Hold = { input: RequestWithdrawalInput; price: ReturnType<typeof priceWithdrawal>; economy: Economy }

async function holdPoints(
  trx: Trx,
  { memberId, email }: SignedInMember,
  { input, price, economy }: Hold,
): Promise<Withdrawal> {
  const { amountKes } = price
  const place = placeOf(input)
  const reasons = await reviewPlace(trx, memberId, input)
  const risk = await assessRisk(trx, { memberId, place, amountKes, reasons, economy })
  const withdrawal = await insertWithdrawal(trx, {
    memberId,
    points: input.pointsToWithdraw,
    kesPerPoint: economy.kesPerPoint,
    method: input.withdrawalMethod,
    ...price,
    ...place,
    ...risk,
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
  if (input.saveDetails !== false) {
    await savePayoutDetails(trx, { memberId, method: input.withdrawalMethod, ...place })
  }
  if (reasons.length > 0) {
    await insertJob(trx, 'send-payout-number-added', { memberId, withdrawalId: withdrawal.id, email })
  }
  return withdrawal
}

function placeOf(input: RequestWithdrawalInput) {
  const bank = input.withdrawalMethod === 'bank' ? input : null
  return {
    mpesaNumber: input.withdrawalMethod === 'mpesa' ? input.mpesaNumber : null,
    bankName: bank?.bankName ?? null,
    accountNumber: bank?.accountNumber ?? null,
    accountName: bank?.accountName ?? null,
    paypalEmail: input.withdrawalMethod === 'paypal' ? input.paypalEmail : null,
  }
}

/** Someone who took over an account has the money sent to a place that the account has never used. */
async function reviewPlace(
  trx: Trx,
  memberId: string,
  input: RequestWithdrawalInput,
): Promise<ReviewReason[]> {
  if (input.withdrawalMethod === 'bank') {
    return (await hasUsedBankAccount(trx, memberId, input)) ? [] : ['new-bank-account']
  }
  if (input.withdrawalMethod === 'paypal') {
    return (await hasUsedPaypal(trx, memberId, input.paypalEmail)) ? [] : ['new-paypal']
  }
  const { owner, isNew } = await claimPayoutNumber(trx, input.mpesaNumber, memberId)
  if (owner !== memberId) throw new AppError('PAYOUT_NUMBER_TAKEN')
  return isNew ? ['new-number'] : []
}
