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
import { isOverdue, PUSH_LEASE_SECONDS, secondsToCheck } from './payment-schedule.ts'

/**
 * Gives every payment whose time has come its next job, and puts it off. Every worker runs it every few seconds; under the
 * lock one of them finds it due.
 */
export async function sweepPremium(deps: Pick<Deps, 'db'>): Promise<void> {
  for (const ref of await listDuePayments(deps.db)) {
    await deps.db.transaction().execute((trx) => takeNextStep(trx, ref))
  }
}

async function takeNextStep(trx: Trx, ref: PaymentRef): Promise<void> {
  const { state, checks } = await lockPayment(trx, ref)
  if (!(await isPaymentDue(trx, ref))) return
  if (state === 'asked') {
    // Its job was lost before anything was sent.
    await updatePayment(trx, ref, { nextCheckInSeconds: PUSH_LEASE_SECONDS })
    await insertJob(trx, 'push-premium-payment', ref)
    return
  }
  const next = { checks: checks + 1, nextCheckInSeconds: secondsToCheck(checks + 1) }
  const isForgotten = isOverdue(checks + 1) && (state === 'waiting' || state === 'unknown')
  if (isForgotten) await updatePayment(trx, ref, { ...next, state: 'expired' })
  // Its worker died in the middle: the prompt may be on the telephone.
  else if (state === 'sending') await updatePayment(trx, ref, { ...next, state: 'unknown' })
  else await updatePayment(trx, ref, next)
  await insertJob(trx, 'check-premium-payment', ref)
}
