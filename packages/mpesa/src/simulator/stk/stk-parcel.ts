import { formatEatCompact } from '../../eat-time.ts'
import { isMalformedKind, type MalformedKind, malform, toContent } from '../behaviours/malformed.ts'
import type { Parcel } from '../courier.ts'
import type { StkOrder } from '../orders/order.ts'
import { stkMessage } from './stk-messages.ts'

/** `result` is the true one; the others say so whatever happened. */
const stkCallbackKinds = ['result', 'success', 'failure', 'expired'] as const
export type StkCallbackKind = (typeof stkCallbackKinds)[number] | MalformedKind

export function isStkCallbackKind(kind: unknown): kind is StkCallbackKind {
  return isMalformedKind(kind) || stkCallbackKinds.some((known) => known === kind)
}

export type StkDetails = { addKes: number; codeAsText: boolean }

export function stkParcel(order: StkOrder, kind: StkCallbackKind, distort: Partial<StkDetails> = {}): Parcel {
  const body = stkCallback(order, codeClaimed(order, kind), distort)
  return { url: order.callbackUrl, content: isMalformedKind(kind) ? malform(kind, body) : toContent(body) }
}

function codeClaimed(order: StkOrder, kind: StkCallbackKind): number | string {
  if (kind === 'success') return 0
  if (kind === 'failure') return 1032
  return kind === 'expired' ? 1019 : order.resultCode
}

function stkCallback(order: StkOrder, code: number | string, distort: Partial<StkDetails>) {
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: order.merchantRequestId,
        CheckoutRequestID: order.checkoutRequestId,
        ResultCode: distort.codeAsText ? String(code) : code,
        ResultDesc: stkMessage(code),
        ...(code === 0 ? { CallbackMetadata: { Item: items(order, distort.addKes ?? 0) } } : {}),
      },
    },
  }
}

function items(order: StkOrder, addKes: number) {
  return [
    { Name: 'Amount', Value: order.amountKes + addKes },
    { Name: 'MpesaReceiptNumber', Value: order.receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(formatEatCompact(new Date(order.completedAt))) },
    { Name: 'PhoneNumber', Value: Number(order.msisdn) },
  ]
}
