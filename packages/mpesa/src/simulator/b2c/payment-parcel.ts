import { isMalformedKind, type MalformedKind, malform, toContent } from '../behaviours/malformed.ts'
import type { Parcel } from '../courier.ts'
import type { Funds } from '../orders/balances.ts'
import type { Order } from '../orders/order.ts'
import { b2cCallback, type Distortion, queueTimeoutCallback } from './b2c-callback.ts'
import { codeMessage } from './code-messages.ts'

/** `result` is the true one; `success` and `failure` say so whatever happened. */
const callbackKinds = ['result', 'queue-timeout', 'success', 'failure'] as const
export type CallbackKind = (typeof callbackKinds)[number] | MalformedKind

export function isCallbackKind(kind: unknown): kind is CallbackKind {
  return isMalformedKind(kind) || callbackKinds.some((known) => known === kind)
}

type Wording = { funds: Funds; distort?: Distortion | undefined }

export function paymentParcel(order: Order, kind: CallbackKind, { funds, distort }: Wording): Parcel {
  if (kind === 'queue-timeout') {
    return { url: order.timeoutUrl, content: toContent(queueTimeoutCallback(order)) }
  }
  const result = b2cCallback(claim(order, kind), funds, distort)
  const content = isMalformedKind(kind) ? malform(kind, result) : toContent(result)
  return { url: order.resultUrl, content }
}

function claim(order: Order, kind: CallbackKind): Order {
  if (kind === 'success') return { ...order, resultCode: 0, resultDesc: codeMessage(0) }
  if (kind === 'failure') return { ...order, resultCode: 2040, resultDesc: codeMessage(2040) }
  return order
}
