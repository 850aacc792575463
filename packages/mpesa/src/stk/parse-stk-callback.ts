import { z } from 'zod'
import { parseEatTime } from '../eat-time.ts'
import type { Parsed } from '../results/result-envelope.ts'

export type StkCallback = {
  resultCode: string
  resultDesc: string
  merchantRequestId: string
  checkoutRequestId: string
  amountKes?: number
  receipt?: string
  msisdn?: string
  completedAt?: Date
}

const text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(z.string().min(1))

/** `Balance` arrives without a value. An invalid item must not hide the others. */
const item = z.object({ Name: z.string(), Value: text.optional().catch(undefined) })
const items = z
  .unknown()
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .transform((list) => list.flatMap((entry) => item.safeParse(entry).data ?? []))

const callback = z.object({
  Body: z.object({
    stkCallback: z.object({
      MerchantRequestID: text,
      CheckoutRequestID: text,
      ResultCode: text,
      ResultDesc: z.string().catch(''),
      // Absent if nothing was paid.
      CallbackMetadata: z.object({ Item: items }).optional().catch(undefined),
    }),
  }),
})

/**
 * Parse what Daraja posts to a push's CallBackURL; `classifyStkResult` interprets the code. Anyone can post there, so compare
 * it with the push. Missing or invalid details are omitted. Never throws.
 */
export function parseStkCallback(json: unknown): Parsed<StkCallback> {
  const parsed = callback.safeParse(json)
  if (!parsed.success) return { ok: false, reason: z.prettifyError(parsed.error).slice(0, 300) }
  const { MerchantRequestID, CheckoutRequestID, ResultCode, ResultDesc, CallbackMetadata } =
    parsed.data.Body.stkCallback
  const find = (name: string) => CallbackMetadata?.Item.find(({ Name }) => Name === name)?.Value
  return {
    ok: true,
    value: {
      resultCode: ResultCode,
      resultDesc: ResultDesc,
      merchantRequestId: MerchantRequestID,
      checkoutRequestId: CheckoutRequestID,
      ...readPayment(find),
    },
  }
}

function readPayment(find: (name: string) => string | undefined) {
  const amount = find('Amount') ?? ''
  const receipt = find('MpesaReceiptNumber')
  const msisdn = find('PhoneNumber') ?? ''
  const completedAt = parseEatTime(find('TransactionDate') ?? '')
  return {
    ...(/^\d{1,9}(\.\d{1,6})?$/.test(amount) ? { amountKes: Number(amount) } : {}),
    ...(receipt === undefined ? {} : { receipt }),
    ...(/^\d{12}$/.test(msisdn) ? { msisdn } : {}),
    ...(completedAt ? { completedAt } : {}),
  }
}
