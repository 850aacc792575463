import type { Distortion } from '../b2c/b2c-callback.ts'
import { type CallbackKind, paymentParcel } from '../b2c/payment-parcel.ts'
import { type StkCallbackKind, stkParcel } from '../stk/stk-parcel.ts'
import type { World } from '../world.ts'

export type Redelivery = {
  originatorConversationId: string
  kind: CallbackKind
  distort?: Distortion | undefined
}
export type StkRedelivery = { checkoutRequestId: string; kind: StkCallbackKind }

/** Posts a callback of an earlier payment, as often and as late as a test likes. Says whether there is such a payment. */
export function deliverPayment({ book, courier }: World, redelivery: Redelivery): boolean {
  const order = book.find(redelivery.originatorConversationId)
  if (!order) return false
  const wording = { funds: book.funds(), distort: redelivery.distort }
  courier.schedule([paymentParcel(order, redelivery.kind, wording)], 0)
  return true
}

export function deliverStk({ book, courier }: World, { checkoutRequestId, kind }: StkRedelivery): boolean {
  const order = book.findStk(checkoutRequestId)
  if (!order) return false
  courier.schedule([stkParcel(order, kind)], 0)
  return true
}
