import { randomUUID } from 'node:crypto'
import type { Economy } from '@chuma/contract/admin/economy/economy'
import { formatKes } from '@chuma/contract/format-money'
import { hold } from '@chuma/contract/payouts/holds'
import type { Answer } from '@chuma/contract/timestamp'
import { type RequestWithdrawalInput, type ReviewReason, withdrawal } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { insertTaxParts } from '@chuma/db/queries/books/tax-parts'
import { insertJob, insertJobUnlessWaiting } from '@chuma/db/queries/jobs'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { savePayoutDetails } from '@chuma/db/queries/wallet/payout-details'
import { findAccountNumber, insertWithdrawal } from '@chuma/db/queries/wallet/withdrawals'
import * as z from 'zod'
import { AppError } from '../app-error.ts'
import { requireLiveSession } from '../auth/require-live-session.ts'
import { bookRequest } from '../books/journal/book-payout.ts'
import { calculateTax } from '../books/tax/calculate-tax.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { doOnce } from '../idempotency/do-once.ts'
import { assessRisk } from '../payouts/approvals/assess-risk.ts'
import { askRule } from '../payouts/automatic/ask-rule.ts'
import { findableAccount, readAccount, sealAccount } from '../payouts/details/seal-account.ts'
import { evaluateHolds } from '../payouts/holds/evaluate-holds.ts'
import { showHolds } from '../payouts/holds/show-holds.ts'
import { refuseWhilePaused } from '../payouts/pauses/refuse-while-paused.ts'
import { nameDestination } from './destinations/name-destination.ts'
import { readDestination } from './destinations/normalise-destination.ts'
import { findBelowMinimum } from './explain-refused-withdrawal.ts'
import { postPoints } from './post-points.ts'
import { priceWithdrawal } from './price-withdrawal.ts'

type Withdrawal = Answer<typeof withdrawal>

type Request = RequestWithdrawalInput & { idempotencyKey: string | undefined }

const storedHolds = z
  .array(hold.extend({ since: z.coerce.date(), until: z.coerce.date().nullable() }))
  .default([])

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
    holds: storedHolds,
  })
  .transform((stored) => ({ ...stored, payoutKes: stored.payoutKes ?? stored.amountKes }))

/**
 * Hold available points for a payout, in one transaction, so that requests racing for the same points cannot all
 * succeed. Rate and amount are fixed here (SPEC §4); the tax is what it would be today, and fixed on payment. A repeat with the same idempotency key returns the first
 * answer, even if the request would be refused by now. A destination that the member never named gives staff a reason to review,
 * and the member gets a mail at once. The answer does not depend on whether another account named it (docs/decisions/0076).
 * Saves the payment details unless the member opts out.
 * @throws AppError EMAIL_NOT_VERIFIED, NOT_SIGNED_IN if the session ended meanwhile, PAYOUTS_PAUSED, INVALID_INPUT,
 * INSUFFICIENT_POINTS, KEY_REUSED
 */
export async function requestWithdrawal(
  deps: Deps,
  member: SignedInMember,
  { idempotencyKey: key, ...input }: Request,
): Promise<Withdrawal> {
  if (!member.isEmailVerified) throw new AppError('EMAIL_NOT_VERIFIED', { before: 'withdrawal' })
  const economy = await deps.economy()
  const { memberId } = member
  const { secrets } = deps
  return deps.db.transaction().execute(async (trx) => {
    const { available } = await lockWallet(trx, memberId)
    await requireLiveSession(trx, member)
    const act = async () => {
      await refuseWhilePaused(trx, memberId)
      // The order of SPEC §5: a provider's limits come after the member's own.
      const tooFew = findBelowMinimum(input.pointsToWithdraw, economy)
      if (tooFew) throw new AppError('INVALID_INPUT', { fields: { pointsToWithdraw: [tooFew] } })
      if (input.pointsToWithdraw > available) throw new AppError('INSUFFICIENT_POINTS')
      const { pointsToWithdraw: points } = input
      const tax = await calculateTax(trx, { memberId, points, kesPerPoint: economy.kesPerPoint })
      const price = priceWithdrawal(input, { economy, methods: deps.payouts.methods, tax })
      const made = await holdPoints({ trx, secrets }, member, { input, price, economy })
      if (tax.taxKes > 0) await insertTaxParts(trx, { memberId, withdrawalId: made.id }, tax.parts)
      return made
    }
    const keyed = {
      secrets,
      caller: `member:${memberId}`,
      operation: 'request-withdrawal',
      key,
      request: input,
      isKept: true,
      answer: storedWithdrawal,
    }
    const answer = await doOnce(trx, keyed, act)
    if (answer.withdrawalMethod !== 'bank') return answer
    const stored = await findAccountNumber(trx, { memberId, withdrawalId: answer.id })
    return { ...answer, accountNumber: readAccount(deps, { table: 'withdrawal', id: answer.id }, stored) }
  })
}

type Hold = { input: RequestWithdrawalInput; price: ReturnType<typeof priceWithdrawal>; economy: Economy }

type Sealing = { trx: Trx; secrets: Deps['secrets'] }

/** Returns the withdrawal without its account number, because the answer is stored. */
async function holdPoints(
  { trx, secrets }: Sealing,
  { memberId, email }: SignedInMember,
  { input, price, economy }: Hold,
): Promise<Withdrawal> {
  const { amountKes } = price
  const place = placeOf(input)
  const number = input.withdrawalMethod === 'bank' ? input.accountNumber : null
  const seal = (table: 'withdrawal' | 'payout_details', id: string) =>
    number === null ? NO_ACCOUNT : sealAccount(secrets, { table, id }, number)
  const destination = readDestination({ ...place, method: input.withdrawalMethod, accountNumber: number })
  if (!destination) throw new Error('a withdrawal has a destination')
  const { hashes, isNew } = await nameDestination(trx, { secrets }, { memberId, ...destination })
  const reasons = isNew ? [NEW_PLACE[input.withdrawalMethod]] : []
  const risk = await assessRisk(trx, { memberId, hashes, amountKes, reasons, economy })
  const withdrawalId = randomUUID()
  const withdrawal = await insertWithdrawal(trx, {
    memberId,
    withdrawalId,
    points: input.pointsToWithdraw,
    kesPerPoint: economy.kesPerPoint,
    method: input.withdrawalMethod,
    ...price,
    ...place,
    ...seal('withdrawal', withdrawalId),
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
  await bookRequest(trx, {
    ref: { memberId, withdrawalId },
    withdrawal: {
      points: input.pointsToWithdraw,
      amountKes,
      payoutKes: amountKes - price.taxKes,
      method: input.withdrawalMethod,
    },
  })
  if (input.saveDetails !== false) {
    const details = {
      memberId,
      method: input.withdrawalMethod,
      ...place,
      ...seal('payout_details', memberId),
    }
    await savePayoutDetails(trx, details, number === null ? null : findableAccount(secrets, number))
  }
  if (reasons.length > 0) {
    await insertJob(trx, 'send-payout-number-added', { memberId, withdrawalId: withdrawal.id, email })
  }
  const ref = { memberId, withdrawalId: withdrawal.id }
  const { open } = await evaluateHolds(trx, { deps: { secrets }, ref, terms: economy })
  const holds = showHolds('pending', open)
  // Who else has the same mailbox or destination is looked into at once, not with the next search.
  if (holds.some(({ reason }) => reason === 'shared-mailbox' || reason === 'shared-destination')) {
    await insertJobUnlessWaiting(trx, 'find-clusters', {})
  }
  await askRule(trx, ref, economy)
  return { ...withdrawal, accountNumber: null, holds }
}

const NO_ACCOUNT = { accountNumber: null, accountNumberHash: null }

/** The destination apart from the account number. */
function placeOf(input: RequestWithdrawalInput) {
  const bank = input.withdrawalMethod === 'bank' ? input : null
  return {
    mpesaNumber: 'mpesaNumber' in input ? input.mpesaNumber : null,
    bankName: bank?.bankName ?? null,
    accountName: bank?.accountName ?? null,
    paypalEmail: input.withdrawalMethod === 'paypal' ? input.paypalEmail : null,
  }
}

/** Someone who took over an account has the money sent to a place that the account has never used. */
const NEW_PLACE = {
  mpesa: 'new-number',
  bank: 'new-bank-account',
  paypal: 'new-paypal',
  airtel: 'new-number',
  airtime: 'new-number',
} as const satisfies Record<RequestWithdrawalInput['withdrawalMethod'], ReviewReason>
