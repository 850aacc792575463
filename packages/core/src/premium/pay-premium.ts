import { randomBytes } from 'node:crypto'
import type { PayPremiumInput, premiumPayment } from '@chuma/contract/premium/premium'
import type { Answer } from '@chuma/contract/timestamp'
import { insertJob } from '@chuma/db/queries/jobs'
import { findOpenPayment, getPaymentOf, insertPayment } from '@chuma/db/queries/premium/premium-payments'
import { AppError } from '../app-error.ts'
import { reserveAttempt } from '../auth/throttle/reserve-attempt.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { doOnce, findDone, type Once } from '../idempotency/do-once.ts'
import { PUSH_LEASE_SECONDS } from './payment-schedule.ts'

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
      const first = await findOpenPayment(trx, memberId)
      if (!first) throw new AppError('PAYMENT_OPEN')
      return sameOrRefused(first, { mpesaNumber, months }).id
    })
    return getPaymentOf(trx, { memberId, paymentId })
  })
}

function sameOrRefused(open: PremiumPayment, { mpesaNumber, months }: PayPremiumInput): PremiumPayment {
  if (open.mpesaNumber !== mpesaNumber || open.months !== months) throw new AppError('PAYMENT_OPEN')
  return open
}
