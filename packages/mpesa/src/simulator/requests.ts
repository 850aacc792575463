import { z } from 'zod'
import { parseEatTime } from '../eat-time.ts'
import { sendGatewayError, sendJson } from './replies.ts'
import type { Call, World } from './world.ts'

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
type BalanceRequest = z.infer<typeof balanceRequest>

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
type StkQueryRequest = z.infer<typeof stkQueryRequest>

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

/** Answers a command without a valid token or with a wrong field; otherwise returns what was asked. */
export function refuseUnready<Request>(world: World, { request, response }: Call, checked: Checked<Request>) {
  if (!world.tokens.accepts(request.headers.authorization)) {
    sendGatewayError(response, { status: 404, code: '404.001.03', message: 'Invalid Access Token' })
    return undefined
  }
  if (!checked.ok) {
    const message = `Bad Request - Invalid ${checked.field}`
    sendGatewayError(response, { status: 400, code: '400.002.02', message })
    return undefined
  }
  return checked.request
}

export async function handleOauth(world: World, { request, response, url }: Call): Promise<void> {
  if ((await world.gates.pass('oauth', response)) === 'left') return
  if (url.searchParams.get('grant_type') !== 'client_credentials') {
    return sendGatewayError(response, {
      status: 400,
      code: '400.008.02',
      message: 'Invalid grant type passed',
    })
  }
  if (!mayEnter(world, request.headers.authorization)) {
    const message = 'Invalid Authentication passed'
    return sendGatewayError(response, { status: 400, code: '400.008.01', message })
  }
  // The life comes as text here, as from the real service on many days.
  sendJson(response, 200, {
    access_token: world.tokens.issue(),
    expires_in: String(world.tokens.lifeSeconds),
  })
}

function mayEnter({ consumer }: World, authorization = ''): boolean {
  const [scheme, credentials = ''] = authorization.split(' ')
  const [key = '', ...secret] = Buffer.from(credentials, 'base64').toString('utf8').split(':')
  if (scheme !== 'Basic' || key === '' || secret.length === 0) return false
  return consumer === undefined || (key === consumer.key && secret.join(':') === consumer.secret)
}
