import type { Trx } from '@chuma/db/client'
import { blotOutPremiumCallbacks, getPremiumCallback } from '@chuma/db/queries/premium/premium-callbacks'
import { lockPayment, type PaymentRef, updatePayment } from '@chuma/db/queries/premium/premium-payments'
import { claimReference, findPaymentBy } from '@chuma/db/queries/premium/premium-references'
import type { Deps } from '../deps.ts'
import { checkPremiumPayment } from './check-premium-payment.ts'
import type { PushResult } from './collector.ts'

/**
 * Job: notes what a call-back said and asks the provider whether it is so. Whoever learned the address can post anything
 * to it, so its words never grant and never refuse premium. Run again it notes the same.
 */
export async function processPremiumCallback(
  deps: Deps,
  { callbackId }: { callbackId: string },
): Promise<void> {
  const { tokenHash, body } = await getPremiumCallback(deps.db, callbackId)
  const ref = await findPaymentBy(deps.db, 'callback-token', tokenHash)
  if (!ref) throw new Error(`call-back ${callbackId} names no payment`)
  const parsed = deps.collector?.parseCallback(body)
  await deps.db.transaction().execute(async (trx) => {
    if (parsed?.ok) await noteResult(trx, ref, parsed.value)
    // One that comes after its member was erased names him once more.
    await blotOutPremiumCallbacks(trx, ref.memberId)
  })
  await checkPremiumPayment(deps, ref)
}

/** A receipt that comes after the premium it paid for is added to it. */
async function noteResult(
  trx: Trx,
  ref: PaymentRef,
  { checkoutRequestId, receipt: said, amountKes }: PushResult,
): Promise<void> {
  const { state, receipt: known, ...payment } = await lockPayment(trx, ref)
  if (state === 'closed' || (state === 'paid' && known !== null)) return
  // Where the answer to the push was lost this is the first that we hear of its id. Another one is about something else.
  if (payment.checkoutRequestId !== null && payment.checkoutRequestId !== checkoutRequestId) return
  if (!(await claimReference(trx, ref, { kind: 'checkout', value: checkoutRequestId }))) return

  const receipt = known === null ? said?.toUpperCase() : undefined
  if (receipt !== undefined && !(await claimReference(trx, ref, { kind: 'receipt', value: receipt }))) {
    if (state === 'paid') return
    const resultDescription = `Receipt ${receipt} belongs to another payment`
    await updatePayment(trx, ref, { state: 'review', resultDescription, nextCheckInSeconds: null })
    return
  }
  const news = {
    ...(payment.checkoutRequestId === null && state !== 'paid' ? { checkoutRequestId } : {}),
    ...(receipt === undefined ? {} : { receipt }),
    ...(amountKes === undefined ? {} : { reportedKes: amountKes }),
  }
  if (Object.keys(news).length > 0) await updatePayment(trx, ref, news)
}
