import { randomBytes } from 'node:crypto'
import type { Answer } from '@chuma/contract/fields'
import type {
  adminPremiumPayment,
  DecidePremiumPaymentInput,
  PayPremiumInput,
  PremiumPaymentState,
  premiumPayment,
} from '@chuma/contract/premium/premium'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import { insertGrant, lockPremium } from '@chuma/db/queries/premium/premium'
import {
  claimReference,
  findOpenPayment,
  findPaymentRef,
  getAdminPayment,
  getPaymentOf,
  insertPayment,
  isPaymentDue,
  type LockedPayment,
  listDuePayments,
  lockPayment,
  type PaymentChange,
  type PaymentRef,
  updatePayment,
  updatePaymentState,
} from '@chuma/db/queries/premium/premium-payments'
import { AppError, orRefuse } from '../app-error.ts'
import { requireAnother } from '../auth/staff.ts'
import { reserveAttempt } from '../auth/throttle.ts'
import type { SignedInMember, StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'
import { doOnce, findDone, type Once } from '../idempotency/do-once.ts'
import { isFinal, type Mover, type StateMachine, takeStep } from '../state-machine.ts'
import { bookEntry } from '../wallet/ledger.ts'
import { createPayoutToken } from '../wallet/providers.ts'
import type { Push, PushOutcome } from './collector.ts'

/**
 * Job: send the prompt, once. `sending` is committed first, so that a crash causes no second prompt: a member who
 * confirms two pays twice.
 */
export async function pushPremiumPayment(deps: Deps, ref: PaymentRef): Promise<void> {
  const { collector } = deps
  const push = await deps.db.transaction().execute((trx) => beginPush(trx, deps, ref))
  if (!push || !collector) return
  const outcome = await collector.push(push)
  await deps.db.transaction().execute((trx) => recordPush(trx, ref, outcome))
}

async function beginPush(trx: Trx, deps: Deps, ref: PaymentRef): Promise<Push | null> {
  const payment = await lockPayment(trx, ref)
  if (payment.state !== 'asked') return null
  if (deps.collector?.name !== payment.provider) {
    const resultDescription =
      'M-Pesa payments were closed before the request went out. Nothing was asked of you.'
    await movePayment(trx, { ref, payment }, { to: 'failed', by: 'worker', resultDescription })
    return null
  }
  const { token, hash } = createPayoutToken()
  await claimReference(trx, ref, { kind: 'callback-token', value: hash })
  const lease = { nextCheckInSeconds: PUSH_LEASE_SECONDS }
  await movePayment(trx, { ref, payment }, { to: 'sending', by: 'worker', ...lease })
  return describePush(payment, `${deps.payouts.callbackUrl}/hooks/d/s/${token}`)
}

function describePush({ amountKes, mpesaNumber, accountReference }: LockedPayment, callbackUrl: string) {
  return { amountKes, msisdn: mpesaNumber, accountReference, description: 'Premium', callbackUrl }
}

/** If the callback came first, the answer only adds the id. */
async function recordPush(trx: Trx, ref: PaymentRef, outcome: PushOutcome): Promise<void> {
  const payment = await lockPayment(trx, ref)
  // A callback may have settled it already, with the same id.
  if (outcome.outcome === 'accepted' && !isFinal(paymentMachine, payment.state)) {
    const { checkoutRequestId } = outcome
    const isOurs = await claimReference(trx, ref, { kind: 'checkout', value: checkoutRequestId })
    if (isOurs) await updatePayment(trx, ref, { checkoutRequestId })
  }
  if (payment.state !== 'sending') return
  const by = 'worker'
  const nextCheckInSeconds = secondsToCheck(0)
  if (outcome.outcome === 'accepted') {
    return movePayment(trx, { ref, payment }, { to: 'waiting', by, nextCheckInSeconds })
  }
  const { code: resultCode } = outcome
  if (outcome.outcome === 'unknown') {
    const resultDescription = outcome.reason
    return movePayment(
      trx,
      { ref, payment },
      { to: 'unknown', by, resultCode, resultDescription, nextCheckInSeconds },
    )
  }
  // The provider's message here is about us; the member reads that no prompt was sent.
  const resultDescription =
    'M-Pesa did not take the request, so nothing was asked of you. Try again in a few minutes.'
  return movePayment(trx, { ref, payment }, { to: 'failed', by, resultCode, resultDescription })
}

type Payment = {
  ref: PaymentRef
  payment: LockedPayment
  /** The member, locked before the payment. Only a step that grants premium needs them. */
  payer?: { email: string; timeZone: string } | undefined
}
type Move = PaymentChange & { to: PremiumPaymentState; by: Mover }

/**
 * Move a payment that the caller has locked, and grant the premium it pays for.
 * @throws AppError ALREADY_DECIDED for a step that is not in the table, PREMIUM_STATE to grant it to an erased member
 */
export async function movePayment(trx: Trx, { ref, payment, payer }: Payment, { to, by, ...change }: Move) {
  const from = payment.state
  const effects = await takeStep(paymentMachine, { from, to, by }, () =>
    updatePaymentState(trx, ref, { ...change, from, to }),
  )
  if (to === 'paid') await bookPremium(trx, ref, payment)
  for (const effect of effects) {
    if (!payer) throw new AppError('PREMIUM_STATE')
    await bringAbout[effect](trx, { ...ref, ...payer, months: payment.months })
  }
}

type Paid = PaymentRef & { email: string; timeZone: string; months: number }

const bringAbout: Record<PaymentEffect, (trx: Trx, paid: Paid) => Promise<unknown>> = {
  'grant premium': (trx, { memberId, paymentId, months, timeZone }) => {
    const reason = 'Paid by M-Pesa'
    const sourceKey = `payment:${paymentId}`
    return insertGrant(
      trx,
      { memberId, sourceKey, kind: 'payment', months, reason, actor: 'system' },
      timeZone,
    )
  },
  'tell member': (trx, { memberId, email }) => insertJob(trx, 'send-premium-started', { memberId, email }),
}

type PaymentEffect = 'grant premium' | 'tell member'

const PAID = ['grant premium', 'tell member'] as const
/** The prompt was or may have been sent: a payment can still arrive, even long after it failed or expired. */
const UNDECIDED = ['sending', 'waiting', 'unknown', 'expired', 'failed'] as const

/**
 * The trigger guard_premium_payment also keeps `paid` and `closed` final; premium_payment_one_open allows one open
 * payment.
 */
export const paymentMachine: StateMachine<PremiumPaymentState, PaymentEffect> = {
  name: 'Premium payment',
  refusal: 'ALREADY_DECIDED',
  states: {
    asked: 'certainly not sent to the phone yet',
    sending: 'may have been sent to the phone',
    waiting: 'on its way to the phone',
    unknown: 'nobody knows whether the phone got it',
    expired: 'nobody answered in time, and a late payment still counts',
    paid: 'paid, and premium granted',
    failed: 'not paid, and a late payment still counts',
    review: 'a person has to find out',
    closed: 'ended by a person, without premium',
  },
  begins: [{ to: 'asked', by: 'member', when: 'no other payment of theirs is open' }],
  moves: {
    worker: [
      { from: ['asked'], to: 'sending', when: 'the prompt is about to leave' },
      { from: ['asked'], to: 'failed', when: 'its provider collects nothing any more' },
      { from: ['sending'], to: 'waiting', when: 'the provider accepts it' },
      { from: ['sending'], to: 'failed', when: 'the provider certainly did not take it' },
      { from: ['sending'], to: 'unknown', when: 'no clear answer came, or the sender died' },
      { from: ['waiting', 'unknown'], to: 'expired', when: 'the provider was asked often enough' },
    ],
    provider: [
      {
        from: UNDECIDED,
        to: 'paid',
        when: 'it confirms it when asked, and no less was reported',
        does: PAID,
      },
      { from: UNDECIDED, to: 'failed', when: 'it says so when asked, and no receipt was reported' },
      {
        from: [...UNDECIDED, 'review'],
        to: 'review',
        when: 'it contradicts itself, less came, the receipt is of another payment, or the account was erased',
      },
    ],
    staff: [
      {
        from: ['review'],
        to: 'paid',
        when: 'it is not their own, and the account was not erased',
        does: PAID,
      },
      { from: ['review'], to: 'closed', when: 'it is not their own' },
    ],
  },
}

/**
 * The wait before each status query, counted from the previous one. Prompts are answered within a minute or two; the
 * last two are for payments whose callback was lost.
 */
const CHECK_AFTER_SECONDS = [30, 30, 60, 150, 150, 150, 150, 180, 2700, 82_800] as const

/** After this many queries the payment expires. Late payments still count. */
const CHECKS_UNTIL_EXPIRED = 8

/** After this a sending worker counts as dead, and the result as unknown. Longer than the provider's timeout. */
const PUSH_LEASE_SECONDS = 60

/** Null after the last: then only a callback causes another query. */
function secondsToCheck(checks: number): number | null {
  return CHECK_AFTER_SECONDS[checks] ?? null
}

function isOverdue(checks: number): boolean {
  return checks >= CHECKS_UNTIL_EXPIRED
}

type PremiumPayment = Answer<typeof premiumPayment>

/**
 * Request the price of some months on a phone. A job sends the prompt. While a payment is open a repeat returns it, so a
 * double tap sends one prompt. Prompts to a number are limited across members, because it may not belong to the caller.
 * @throws AppError CLOSED without a collector, PAYMENT_OPEN for other months or another number, THROTTLED, KEY_REUSED
 */
export async function payPremium(
  deps: Deps,
  { memberId }: SignedInMember,
  { idempotencyKey: key, mpesaNumber, months }: PayPremiumInput & Once,
): Promise<PremiumPayment> {
  const { collector } = deps
  if (!collector) {
    throw new AppError('CLOSED', { what: 'premium' })
  }
  const keyed = {
    secrets: deps.secrets,
    caller: `member:${memberId}`,
    operation: 'pay-premium',
    key,
    request: { mpesaNumber, months },
  }
  const asked = await findDone(deps.db, keyed)
  if (asked) return getPaymentOf(deps.db, { memberId, paymentId: asked })
  const open = await findOpenPayment(deps.db, memberId)
  if (open) return sameOrRefused(open, { mpesaNumber, months })

  await reserveAttempt(deps, 'premium-payment-account', memberId)
  await reserveAttempt(deps, 'premium-prompt-number', mpesaNumber)
  await reserveAttempt(deps, 'premium-prompt-pause', mpesaNumber)
  const { premiumKesPerMonth } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const paymentId = await doOnce(trx, keyed, async () => {
      const payment = await insertPayment(trx, {
        memberId,
        provider: collector.name,
        mpesaNumber,
        months,
        amountKes: months * premiumKesPerMonth,
        accountReference: `PREM${randomBytes(4).toString('hex').toUpperCase()}`,
        nextCheckInSeconds: PUSH_LEASE_SECONDS,
      })
      if (payment) {
        await insertJob(trx, 'push-premium-payment', { memberId, paymentId: payment.id })
        return payment.id
      }
      // A concurrent call was first.
      const first = orRefuse(await findOpenPayment(trx, memberId), 'PAYMENT_OPEN')
      return sameOrRefused(first, { mpesaNumber, months }).id
    })
    return getPaymentOf(trx, { memberId, paymentId })
  })
}

function sameOrRefused(open: PremiumPayment, { mpesaNumber, months }: PayPremiumInput): PremiumPayment {
  if (open.mpesaNumber !== mpesaNumber || open.months !== months) throw new AppError('PAYMENT_OPEN')
  return open
}

/**
 * Decide a payment in review: staff who have read the provider's statement grant premium or close the payment. Of
 * concurrent decisions one counts.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, ALREADY_DECIDED, PREMIUM_STATE to grant it to an erased member
 */
export async function decidePremiumPayment(
  deps: Deps,
  staff: StaffActor,
  { id, decision, note }: DecidePremiumPaymentInput,
): Promise<Answer<typeof adminPremiumPayment>> {
  const ref = orRefuse(await findPaymentRef(deps.db, id), 'NOT_FOUND')
  await requireAnother(deps.db, staff, ref.memberId)
  const { timeZone } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const member = await lockPremium(trx, ref.memberId)
    const payment = await lockPayment(trx, ref)
    const payer = member && { email: member.email, timeZone }
    const decided = { by: 'staff', decidedBy: staff.name, decisionNote: note } as const
    const outcome =
      decision === 'close'
        ? ({ to: 'closed' } as const)
        : ({ to: 'paid', resultCode: null, resultDescription: null } as const)
    await movePayment(trx, { ref, payment, payer }, { ...decided, ...outcome })
    await recordAct(trx, staff, {
      action: `premium-payment.${decision === 'grant' ? 'granted' : 'closed'}`,
      subject: `premium-payment:${id}`,
      before: { state: payment.state },
      reason: note,
    })
    return getAdminPayment(trx, ref)
  })
}

/**
 * Queue the next job of every due payment, and schedule the following one. Every worker runs this every few seconds;
 * under the payment's lock one of them finds it due.
 */
export async function sweepPremium(deps: Pick<Deps, 'db' | 'reportFailure'>): Promise<void> {
  await eachAlone(deps, await listDuePayments(deps.db), {
    name: ({ paymentId }) => `premium payment ${paymentId}`,
    work: (ref) => deps.db.transaction().execute((trx) => takeNextStep(trx, ref)),
  })
}

async function takeNextStep(trx: Trx, ref: PaymentRef): Promise<void> {
  const payment = await lockPayment(trx, ref)
  const { state, checks } = payment
  if (!(await isPaymentDue(trx, ref))) return
  if (state === 'asked') {
    // Its job was lost before anything was sent.
    await updatePayment(trx, ref, { nextCheckInSeconds: PUSH_LEASE_SECONDS })
    await insertJob(trx, 'push-premium-payment', ref)
    return
  }
  const next = { checks: checks + 1, nextCheckInSeconds: secondsToCheck(checks + 1) }
  const isForgotten = isOverdue(checks + 1) && (state === 'waiting' || state === 'unknown')
  const by = 'worker'
  if (isForgotten) await movePayment(trx, { ref, payment }, { ...next, to: 'expired', by })
  // Its worker died while sending: the prompt may be on the phone.
  else if (state === 'sending') await movePayment(trx, { ref, payment }, { ...next, to: 'unknown', by })
  else await updatePayment(trx, ref, next)
  await insertJob(trx, 'check-premium-payment', ref)
}

/** Book that a member paid for premium. The statement's row moves it from the clearing account to the one that has the money. */
function bookPremium(trx: Trx, { memberId, paymentId }: PaymentRef, { amountKes }: { amountKes: number }) {
  return bookEntry(trx, {
    sourceKey: `premium-paid:${paymentId}`,
    kind: 'premium-paid',
    description: 'Premium paid',
    memberId,
    lines: [
      { account: 'cash-clearing', currency: 'KES', minor: amountKes * 100 },
      { account: 'premium-revenue', currency: 'KES', minor: -amountKes * 100 },
    ],
  })
}
