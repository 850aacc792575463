import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import {
  isPaymentDue,
  listDuePayments,
  lockPayment,
  type PaymentRef,
  updatePayment,
} from '@chuma/db/queries/premium/premium-payments'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'
import { movePayment } from './move-payment.ts'
import { isOverdue, PUSH_LEASE_SECONDS, secondsToCheck } from './payment-schedule.ts'

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
