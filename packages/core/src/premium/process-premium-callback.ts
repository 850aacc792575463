import type { Trx } from '@chuma/db/client'
import { blotOutPremiumCallbacks, getPremiumCallback } from '@chuma/db/queries/premium/premium-callbacks'
import { lockPayment, type PaymentRef, updatePayment } from '@chuma/db/queries/premium/premium-payments'
import { claimReference, findPaymentBy } from '@chuma/db/queries/premium/premium-references'
import type { Deps } from '../deps.ts'
import { checkPremiumPayment } from './check-premium-payment.ts'
import type { PushResult } from './collector.ts'
import { movePayment } from './move-payment.ts'

/**
 * Job: record a callback and query whether it is true. Anyone who learns the address can post to it, so a callback alone
 * neither grants nor refuses premium. Idempotent.
 */
export async function processPremiumCallback(
  deps: Deps,
  { callbackId }: { callbackId: string },
): Promise<void> {
  const { tokenHash, body } = await getPremiumCallback(deps.db, callbackId)
  const ref = await findPaymentBy(deps.db, 'callback-token', tokenHash)
  if (!ref) throw new Error(`callback ${callbackId} names no payment`)
  const parsed = deps.collector?.parseCallback(body)
  await deps.db.transaction().execute(async (trx) => {
    if (parsed?.ok) await noteResult(trx, ref, parsed.value)
    // A callback that arrives after its member's erasure contains their data again.
    await blotOutPremiumCallbacks(trx, ref.memberId)
  })
  await checkPremiumPayment(deps, ref)
}

/** Also adds a receipt that arrives after premium was granted. */
async function noteResult(
  trx: Trx,
  ref: PaymentRef,
  { checkoutRequestId, receipt: said, amountKes }: PushResult,
): Promise<void> {
  const payment = await lockPayment(trx, ref)
  const { state, receipt: known } = payment
  if (state === 'closed' || (state === 'paid' && known !== null)) return
  // If the push's answer was lost, this is the first time we see its id. Another id belongs to another prompt.
  if (payment.checkoutRequestId !== null && payment.checkoutRequestId !== checkoutRequestId) return
  if (!(await claimReference(trx, ref, { kind: 'checkout', value: checkoutRequestId }))) return

  const receipt = known === null ? said?.toUpperCase() : undefined
  if (receipt !== undefined && !(await claimReference(trx, ref, { kind: 'receipt', value: receipt }))) {
    if (state === 'paid') return
    const resultDescription = `Receipt ${receipt} belongs to another payment`
    return movePayment(trx, { ref, payment }, { to: 'review', by: 'provider', resultDescription })
  }
  const news = {
    ...(payment.checkoutRequestId === null && state !== 'paid' ? { checkoutRequestId } : {}),
    ...(receipt === undefined ? {} : { receipt }),
    ...(amountKes === undefined ? {} : { reportedKes: amountKes }),
  }
  if (Object.keys(news).length > 0) await updatePayment(trx, ref, news)
}
