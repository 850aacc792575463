import { z } from 'zod'
import { parseEatTime } from '../eat-time.ts'

/** Safaricom refuses callback addresses with these words in them. */
const forbiddenInUrls = /m-?pesa|safaricom|exec?|cmd|sql|query/i
const callbackUrl = z.url({ protocol: /^https?$/ }).refine((url) => !forbiddenInUrls.test(url))
const shortCode = z.string().regex(/^\d{5,7}$/)
const msisdn = z.string().regex(/^254\d{9}$/)
const remarks = z.string().min(2).max(100)
const occasion = z.string().max(100).optional()
const wholeNumber = z
  .union([z.string().regex(/^\d+$/), z.int()])
  .transform(Number)
  .pipe(z.int())

/** Strict, so that a field spelt as in another command is refused here and not first in production. */
const b2cRequest = z.strictObject({
  OriginatorConversationID: z.string().min(1).max(34),
  InitiatorName: z.string().min(1),
  SecurityCredential: z.string().min(1),
  CommandID: z.enum(['BusinessPayment', 'SalaryPayment', 'PromotionPayment']),
  Amount: wholeNumber,
  PartyA: shortCode,
  PartyB: msisdn,
  Remarks: remarks,
  QueueTimeOutURL: callbackUrl,
  ResultURL: callbackUrl,
  Occassion: occasion,
})
export type B2cRequest = z.infer<typeof b2cRequest>

const statusRequest = z
  .strictObject({
    Initiator: z.string().min(1),
    SecurityCredential: z.string().min(1),
    CommandID: z.literal('TransactionStatusQuery'),
    TransactionID: z.string().optional(),
    OriginalConversationID: z.string().optional(),
    PartyA: shortCode,
    IdentifierType: z.literal('4'),
    ResultURL: callbackUrl,
    QueueTimeOutURL: callbackUrl,
    Remarks: remarks,
    Occasion: occasion,
  })
  .refine(({ TransactionID, OriginalConversationID }) => TransactionID || OriginalConversationID, {
    path: ['TransactionID'],
  })
export type StatusRequest = z.infer<typeof statusRequest>

const balanceRequest = z.strictObject({
  Initiator: z.string().min(1),
  SecurityCredential: z.string().min(1),
  CommandID: z.literal('AccountBalance'),
  PartyA: shortCode,
  IdentifierType: z.literal('4'),
  Remarks: remarks,
  QueueTimeOutURL: callbackUrl,
  ResultURL: callbackUrl,
})
export type BalanceRequest = z.infer<typeof balanceRequest>

const stkSignature = {
  BusinessShortCode: z.union([z.string(), z.int()]).transform(String).pipe(shortCode),
  Password: z.string().min(1),
  Timestamp: z.string().refine((text) => /^\d{14}$/.test(text) && parseEatTime(text) !== undefined),
}
const stkPushRequest = z.strictObject({
  ...stkSignature,
  TransactionType: z.enum(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline']),
  Amount: wholeNumber.pipe(z.int().positive()),
  PartyA: msisdn,
  PartyB: shortCode,
  PhoneNumber: msisdn,
  CallBackURL: callbackUrl,
  AccountReference: z.string().min(1).max(12),
  TransactionDesc: z.string().min(1).max(13),
})
export type StkPushRequest = z.infer<typeof stkPushRequest>

const stkQueryRequest = z.strictObject({ ...stkSignature, CheckoutRequestID: z.string().min(1) })
export type StkQueryRequest = z.infer<typeof stkQueryRequest>

type Checked<Request> = { ok: true; request: Request } | { ok: false; field: string }

export const checkB2cRequest = (body: unknown): Checked<B2cRequest> => check(b2cRequest, body)
export const checkStatusRequest = (body: unknown): Checked<StatusRequest> => check(statusRequest, body)
export const checkBalanceRequest = (body: unknown): Checked<BalanceRequest> => check(balanceRequest, body)
export const checkStkPushRequest = (body: unknown): Checked<StkPushRequest> => check(stkPushRequest, body)
export const checkStkQueryRequest = (body: unknown): Checked<StkQueryRequest> => check(stkQueryRequest, body)

function check<Request>(schema: z.ZodType<Request>, body: unknown): Checked<Request> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, request: parsed.data }
  const [issue] = parsed.error.issues
  const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  return { ok: false, field: unknownKey ?? issue?.path.join('.') ?? 'body' }
}
