import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { findReportedReceipt, type LockedAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import type { Deps } from '../../deps.ts'
import { isFinal } from '../../state-machine.ts'
import type { CallbackOutcome, SpokenPayout } from '../../wallet/spoken-payout.ts'
import { checkReceiver } from '../details/check-receiver.ts'
import { proveByPayment } from '../details/prove-by-payment.ts'
import { moveAttempt, moveWithdrawal } from '../move-payout.ts'
import { pauseBecause } from '../pauses/pause-because.ts'
import { stopQueueFor } from '../queue/stop-queue.ts'
import { findRail } from '../rails/find-rail.ts'
import { claimReported } from '../receipts/claim-reported.ts'
import { readReceipt } from '../receipts/read-receipt.ts'
import { attemptMachine } from '../transitions.ts'
import { doubtPayout } from './doubt-payout.ts'
import type { PayoutResult, Payouts } from './payouts.ts'
import { recordPayoutContradiction } from './record-payout-contradiction.ts'
import { repeatPayout } from './repeat-payout.ts'
import { reviewPayout } from './review-payout.ts'

type Said = {
  result: PayoutResult
  isAnswer: boolean
  payouts: Payouts
  deps: Pick<Deps, 'secrets' | 'reportFailure'>
}

/** `isAnswer`: it answers a status query, so another immediate query is useless. */
export async function applyPayoutResult(
  trx: Trx,
  payout: SpokenPayout,
  said: Said,
): Promise<CallbackOutcome> {
  const { result, isAnswer } = said
  const detail = `${result.code} ${result.description}`
  if (result.verdict === 'unknown') {
    const outcome = { outcome: 'unknown', detail }
    return isAnswer ? outcome : doubtPayout(trx, payout, outcome)
  }
  if (!isAbout(payout.attempt, result)) {
    const outcome = { outcome: 'ids-differ', detail }
    return isAnswer ? outcome : doubtPayout(trx, payout, outcome)
  }
  if (result.verdict === 'paid') return applyPaid(trx, payout, said)
  if (result.verdict === 'review') {
    return review(trx, payout, { outcome: 'needs-review', detail, note: result.description, result })
  }
  return applyFailed(trx, payout, said)
}

/** Results have been seen with another originator id than the one sent; then the provider's own id must match. */
function isAbout(attempt: LockedAttempt, result: PayoutResult): boolean {
  if (result.originatorConversationId === attempt.originatorConversationId) return true
  return attempt.conversationId !== null && result.conversationId === attempt.conversationId
}

async function applyPaid(
  trx: Trx,
  payout: SpokenPayout,
  { result, isAnswer, payouts, deps }: Said,
): Promise<CallbackOutcome> {
  const { ref, attempt } = payout
  const { msisdn } = result
  const namesAmount = findRail(payouts, attempt.provider)?.namesAmount !== false
  const amountKes = namesAmount ? result.amountKes : (result.amountKes ?? attempt.amountKes)
  const detail = result.receipt ?? ''
  const receipt = readReceipt(payout.withdrawal.method, detail)
  if (attempt.state === 'paid' && (receipt === null || receipt === attempt.receipt?.toUpperCase())) {
    return { outcome: 'duplicate', detail }
  }
  if (isClosed(attempt)) return recordPayoutContradiction(trx, payout, result)
  if (receipt === null || amountKes === undefined) {
    const outcome = { outcome: 'incomplete', detail }
    return isAnswer ? outcome : doubtPayout(trx, payout, outcome)
  }
  if (amountKes !== attempt.amountKes || (msisdn !== undefined && msisdn !== attempt.mpesaNumber)) {
    const problem = `Paid KES ${amountKes} to ${msisdn ?? 'a number not named'}, receipt ${receipt}`
    return review(trx, payout, { outcome: 'mismatch', detail: problem, result })
  }
  if (!(await claimReported(trx, payout, result))) {
    const problem = `Receipt ${receipt} belongs to another withdrawal`
    return review(trx, payout, { outcome: 'receipt-reused', detail: problem, result })
  }
  const { code: resultCode, description: resultDescription } = result
  await moveAttempt(trx, payout, { to: 'paid', by: 'provider', receipt, resultCode, resultDescription })
  const receiver = await checkReceiver(trx, ref.memberId, result.receiverName)
  await moveWithdrawal(trx, payout, { to: 'paid', by: 'provider', receipt, ...receiver })
  await proveByPayment(trx, deps, ref)
  return { outcome: 'paid', detail }
}

async function applyFailed(
  trx: Trx,
  payout: SpokenPayout,
  { result, payouts }: Said,
): Promise<CallbackOutcome> {
  const { ref, attempt } = payout
  const detail = `${result.code} ${result.description}`
  if (attempt.state === 'paid') return recordPayoutContradiction(trx, payout, result)
  if (isClosed(attempt)) return { outcome: 'duplicate', detail }
  const reported = await findReportedReceipt(trx, ref)
  if (reported !== undefined) {
    await pauseBecause(trx, ref, 'failed')
    const problem = `Said to have failed (${detail}), and before that to be paid with receipt ${reported}`
    return review(trx, payout, { outcome: 'contradiction', detail: problem, result })
  }
  const { code: resultCode, description: resultDescription } = result
  await moveAttempt(trx, payout, { to: 'failed', by: 'provider', resultCode, resultDescription })
  if (result.verdict === 'operator') {
    await moveWithdrawal(trx, payout, { to: 'needs_review', by: 'provider' })
    await stopQueueFor(trx, attempt.provider, { code: result.code, reason: result.description })
    return { outcome: 'failed', detail }
  }
  if (result.verdict === 'busy') return { outcome: await repeatPayout(trx, payouts, payout), detail }
  const payer = PAYERS[payout.withdrawal.method]
  await moveWithdrawal(trx, payout, {
    to: 'failed',
    by: 'provider',
    adminComment: `${payer} did not pay this out: ${result.description}`,
    processedBy: payer,
  })
  return { outcome: 'rejected', detail }
}

/** Whom the member reads of. */
const PAYERS: Record<WithdrawalMethod, string> = {
  mpesa: 'M-Pesa',
  airtel: 'Airtel Money',
  airtime: 'The airtime service',
  bank: 'The bank',
  paypal: 'PayPal',
}

/** `note`: what staff read beside the code, if that is not the whole `detail`. */
type Review = CallbackOutcome & { result: PayoutResult; note?: string }

async function review(trx: Trx, payout: SpokenPayout, { outcome, detail, note, result }: Review) {
  if (isClosed(payout.attempt)) return { outcome: 'late', detail }
  if (result.verdict === 'paid') await claimReported(trx, payout, result)
  await reviewPayout(trx, payout, {
    by: 'provider',
    // The code of a reported payment does not say what is wrong with it.
    ...(result.verdict === 'paid' ? {} : { resultCode: result.code }),
    resultDescription: note ?? detail,
    // A receipt is stored with a reported payment, correct or not, and with no other result.
    ...(result.verdict === 'paid' && result.receipt !== undefined ? { receipt: result.receipt } : {}),
  })
  return { outcome, detail }
}

function isClosed({ state }: LockedAttempt): boolean {
  return isFinal(attemptMachine, state)
}
