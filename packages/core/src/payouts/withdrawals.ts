import { randomUUID } from 'node:crypto'
import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Answer, Page } from '@chuma/contract/fields'
import { findFirstBroken, nameFirstProblem, type Refused } from '@chuma/contract/first-problem'
import { formatKes } from '@chuma/contract/format-money'
import { type Problem, problem } from '@chuma/contract/problems'
import { toUsd } from '@chuma/contract/surveys/survey-measures'
import { hold } from '@chuma/contract/wallet/holds'
import {
  type payoutDetails,
  type RequestWithdrawalInput,
  type ReviewReason,
  type WithdrawalMethod,
  withdrawal,
} from '@chuma/contract/wallet/wallet'
import { withdrawalRules } from '@chuma/contract/wallet/withdrawal-rules'
import type { Trx } from '@chuma/db/client'
import { entryInsert } from '@chuma/db/queries/books/journal'
import { insertTaxParts } from '@chuma/db/queries/books/tax-files'
import { announceJobs, insertJobUnlessWaiting, jobsInsert } from '@chuma/db/queries/jobs'
import { readOpenHolds } from '@chuma/db/queries/payouts/holds'
import { findWithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { listDestinations } from '@chuma/db/queries/wallet/destinations'
import {
  findAccountNumber,
  getWithdrawal,
  insertWithdrawal,
  listPayoutDetails,
  listWithdrawals,
  lockRequester,
  payoutDetailsUpsert,
} from '@chuma/db/queries/wallet/withdrawals'
import { writeTogether } from '@chuma/db/queries/write-together'
import * as z from 'zod'
import { hashDestination, readDestination } from '../account/destinations.ts'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import { requireLiveSession } from '../auth/sessions.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { doOnce } from '../idempotency/do-once.ts'
import { nameDestination } from '../wallet/destinations/name-destination.ts'
import { postPoints } from '../wallet/ledger.ts'
import { calculateTax, type Tax } from '../wallet/tax.ts'
import { assessRisk } from './approvals/assess-risk.ts'
import { lockPayout } from './attempts/payouts.ts'
import { askRule } from './automatic/return-to-staff.ts'
import { asStored, findableAccount, openWithdrawal, readAccount, sealAccount } from './details.ts'
import { evaluateHolds, type Holdable, showHolds } from './holds/hold-rules.ts'
import { describeRequest } from './journal.ts'
import { moveWithdrawal } from './move-payout.ts'
import { refuseWhilePaused } from './pauses.ts'
import { stateOf } from './transitions.ts'

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
    const requester = orRefuse(await lockRequester(trx, member), 'NOT_SIGNED_IN', { why: 'ended' })
    const { available, pause, emails, taxTerms } = requester
    const act = async () => {
      refuseWhilePaused(pause)
      // The order of SPEC §5: a provider's limits come after the member's own.
      const tooFew = findBelowMinimum(input.pointsToWithdraw, economy)
      if (tooFew) throw new AppError('INVALID_INPUT', { fields: { pointsToWithdraw: [tooFew] } })
      if (input.pointsToWithdraw > available) throw new AppError('INSUFFICIENT_POINTS')
      const { pointsToWithdraw: points } = input
      const tax = await calculateTax(trx, { memberId, points, kesPerPoint: economy.kesPerPoint, taxTerms })
      const price = priceWithdrawal(input, { economy, methods: deps.payouts.methods, tax })
      const made = await holdPoints({ trx, secrets }, { ...member, emails }, { input, price, economy })
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
  { memberId, email, emails }: SignedInMember & Pick<Holdable['withdrawal'], 'emails'>,
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
  const ref = { memberId, withdrawalId }
  const paidTo = { ...ref, method: input.withdrawalMethod, ...place, ...seal('withdrawal', withdrawalId) }
  const withdrawal = await insertWithdrawal(trx, {
    points: input.pointsToWithdraw,
    kesPerPoint: economy.kesPerPoint,
    ...paidTo,
    ...price,
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
  const method = input.withdrawalMethod
  const details = { memberId, method, ...place, ...seal('payout_details', memberId) }
  const account = number === null ? null : findableAccount(secrets, number)
  const booked = { points: input.pointsToWithdraw, amountKes, payoutKes: amountKes - price.taxKes, method }
  await writeTogether(trx, {
    entry: entryInsert(trx, describeRequest({ ref, withdrawal: booked })),
    ...(input.saveDetails !== false && { details: payoutDetailsUpsert(trx, details, account) }),
    ...(reasons.length > 0 && { news: jobsInsert('send-payout-number-added', [{ ...ref, email }]) }),
  })
  if (reasons.length > 0) await announceJobs(trx, 'send-payout-number-added')
  const held = { ...paidTo, accountNumber: asStored(paidTo.accountNumber), emails, holds: [] }
  const payout = { ref, withdrawal: held }
  const { open } = await evaluateHolds(trx, { deps: { secrets }, payout, terms: economy })
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

const amount = z.looseObject({ pointsToWithdraw: z.number() })

/** Say which rule of SPEC §5 a refused request breaks first. The answer is plain text, so it always gets a sentence. */
export async function explainRefusedWithdrawal(
  deps: Pick<Deps, 'economy'>,
  refused: Refused,
): Promise<Problem | undefined> {
  const { beforeMinimum, afterMinimum } = withdrawalRules
  const missing = findFirstBroken(beforeMinimum, refused)
  if (missing) return missing
  const sent = amount.safeParse(refused.input)
  const tooFew = sent.success && findBelowMinimum(sent.data.pointsToWithdraw, await deps.economy())
  return tooFew || (findFirstBroken(afterMinimum, refused) ?? nameFirstProblem(refused.fields))
}

/** Find out whether these points are too few to withdraw. */
function findBelowMinimum(
  points: number,
  { minWithdrawalPoints, kesPerPoint }: Economy,
): Problem | undefined {
  if (points >= minWithdrawalPoints) return undefined
  const amountKes = minWithdrawalPoints * kesPerPoint
  return problem('BELOW_MINIMUM', { points: minWithdrawalPoints, amountKes })
}

const MIN_USD = 1
/** Airtel's limits for one payment to a customer in Kenya. */
const AIRTEL_KES = { min: 10, max: 250_000 }
/** The least that every Kenyan network takes. */
const AIRTIME_MIN_KES = 10

type Terms = { economy: Economy; methods: readonly WithdrawalMethod[]; tax: Tax }
type Price = { amountKes: number; taxPercent: number; taxKes: number; amountUsd: number | null }

/**
 * Calculate the amounts of a request at the current rates. The tax is an estimate: it is fixed on payment. A provider's limits apply to what is sent: the
 * amount less the tax.
 * @throws AppError INVALID_INPUT naming the field
 */
function priceWithdrawal(input: RequestWithdrawalInput, { economy, methods, tax }: Terms): Price {
  if (!methods.includes(input.withdrawalMethod)) {
    throw invalidField('withdrawalMethod', 'METHOD_CLOSED', { methods: [...methods] })
  }
  const amountKes = checkAmount(input, economy)
  const payoutKes = amountKes - tax.taxKes
  if (payoutKes < 1) throw invalidField('pointsToWithdraw', 'NOTHING_AFTER_TAX')
  if (input.withdrawalMethod === 'mpesa') checkMpesa(payoutKes, economy)
  if (input.withdrawalMethod === 'airtel') checkAirtel(payoutKes)
  if (input.withdrawalMethod === 'airtime') checkAirtime(payoutKes, economy)
  const amountUsd = input.withdrawalMethod === 'paypal' ? priceInUsd(payoutKes, economy) : null
  return { amountKes, taxPercent: tax.taxPercent, taxKes: tax.taxKes, amountUsd }
}

function checkAmount({ pointsToWithdraw, amountKes }: RequestWithdrawalInput, economy: Economy): number {
  const worthKes = pointsToWithdraw * economy.kesPerPoint
  if (amountKes !== undefined && amountKes !== worthKes) {
    throw invalidField('amountKes', 'AMOUNT_DIFFERS', { points: pointsToWithdraw, amountKes: worthKes })
  }
  return worthKes
}

function checkMpesa(payoutKes: number, { mpesaMinKes, mpesaMaxKes }: Economy): void {
  if (payoutKes >= mpesaMinKes && payoutKes <= mpesaMaxKes) return
  throw invalidField('pointsToWithdraw', 'MPESA_OUT_OF_RANGE', { minKes: mpesaMinKes, maxKes: mpesaMaxKes })
}

function checkAirtel(payoutKes: number): void {
  if (payoutKes >= AIRTEL_KES.min && payoutKes <= AIRTEL_KES.max) return
  throw invalidField('pointsToWithdraw', 'AIRTEL_OUT_OF_RANGE', {
    minKes: AIRTEL_KES.min,
    maxKes: AIRTEL_KES.max,
  })
}

function checkAirtime(payoutKes: number, { airtimeMaxKes }: Economy): void {
  if (payoutKes >= AIRTIME_MIN_KES && payoutKes <= airtimeMaxKes) return
  throw invalidField('pointsToWithdraw', 'AIRTIME_OUT_OF_RANGE', {
    minKes: AIRTIME_MIN_KES,
    maxKes: airtimeMaxKes,
  })
}

function priceInUsd(payoutKes: number, { kesPerUsd }: Economy): number {
  const amountUsd = toUsd(payoutKes, kesPerUsd)
  if (amountUsd >= MIN_USD) return amountUsd
  throw invalidField('pointsToWithdraw', 'PAYPAL_TOO_SMALL', { amountUsd: MIN_USD })
}

/** What clients that know only the specified statuses show. */
const COMMENT = 'Cancelled by the member'

/**
 * Cancel a withdrawal of the caller's that nobody has decided yet, on hold or not; its points are available again at once, or set off
 * a debt. Of a cancellation and a decision at the same moment one counts. A repeat answers as the first call.
 * @throws AppError NOT_FOUND for someone else's, NOT_SIGNED_IN if the session ended meanwhile, WITHDRAWAL_STATE once it is decided
 */
export async function cancelWithdrawal(
  deps: Deps,
  member: SignedInMember,
  { id }: { id: string },
): Promise<Answer<typeof withdrawal>> {
  const ref = await findWithdrawalRef(deps.db, id)
  if (ref?.memberId !== member.memberId) throw new AppError('NOT_FOUND')
  return deps.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, ref)
    await requireLiveSession(trx, member)
    if (stateOf(payout.withdrawal) !== 'cancelled') {
      await moveWithdrawal(trx, payout, {
        to: 'cancelled',
        by: 'member',
        adminComment: COMMENT,
        processedBy: 'member',
      })
    }
    return { ...openWithdrawal(deps, await getWithdrawal(trx, ref)), holds: [] }
  })
}

/**
 * List a member's saved payout details, the last used first, and whether each is proven. Whether another account named one makes no
 * difference.
 */
export async function listOwnPayoutDetails(
  deps: Pick<Deps, 'db' | 'secrets' | 'reportFailure'>,
  { memberId }: Pick<SignedInMember, 'memberId'>,
): Promise<Answer<typeof payoutDetails>[]> {
  const rows = await listPayoutDetails(deps.db, memberId)
  const proven = (await listDestinations(deps.db, memberId)).filter(({ provenAt }) => provenAt !== null)
  return rows.map(({ accountNumber: stored, ...row }) => {
    const accountNumber = readAccount(deps, { table: 'payout_details', id: memberId }, stored)
    const destination = readDestination({ ...row, method: row.withdrawalMethod, accountNumber })
    const hashes = destination ? hashDestination(deps.secrets, destination) : []
    const found = proven.find((known) => hashes.some((hash) => hash.equals(known.destinationHash)))
    const { provenBy = null, provenAt = null } = found ?? {}
    return { ...row, accountNumber, isProven: found !== undefined, provenBy, provenAt }
  })
}

/** List a member's withdrawals, newest first. */
export async function listOwnWithdrawals(
  deps: Pick<Deps, 'db' | 'secrets' | 'reportFailure'>,
  { memberId }: Pick<SignedInMember, 'memberId'>,
  page?: Page,
): Promise<Answer<typeof withdrawal>[]> {
  const rows = await listWithdrawals(deps.db, memberId, page)
  const open = await readOpenHolds(deps.db, rows)
  return rows.map((row) => ({
    ...openWithdrawal(deps, row),
    holds: showHolds(row.status, open.get(row.id) ?? []),
  }))
}
