import { z } from 'zod'
import type { TokenStore } from './access-token.ts'
import { type CommandOutcome, createGateway, type NotSent, readAcknowledgement } from './gateway.ts'
import {
  readStkAcknowledgement,
  readStkStatus,
  type StkConfig,
  type StkPush,
  type StkPushOutcome,
  type StkQuery,
  type StkQueryOutcome,
  stkPush,
  stkPushBody,
  stkQuery,
  stkQueryBody,
} from './stk.ts'

export type DarajaConfig = {
  baseUrl: string
  consumerKey: string
  consumerSecret: string
  shortCode: string
  initiatorName: string
  /** The initiator's password, already encrypted for Safaricom (`encryptInitiatorPassword`). */
  securityCredential: string
  timeoutMs: number
  /** Without it members cannot be asked for money. */
  stk?: StkConfig
  /** Default: in memory. Several processes with one consumer key need a shared store. */
  tokenStore?: TokenStore
  fetch?: typeof fetch
  now?: () => number
}

export type Daraja = ReturnType<typeof createDaraja>

const conversationId = z.string().regex(/^[A-Za-z0-9_-]{1,20}$/)
const remarks = z.string().min(2).max(100)
const b2cPayment = z.object({
  originatorConversationId: conversationId,
  amountKes: z.int().positive(),
  msisdn: z.string().regex(/^254\d{9}$/),
  remarks,
  occasion: z.string().min(1).max(100).optional(),
  resultUrl: z.url(),
  timeoutUrl: z.url(),
})
export type B2cPayment = z.infer<typeof b2cPayment>

const statusQuery = z.object({
  originatorConversationId: conversationId,
  remarks,
  resultUrl: z.url(),
  timeoutUrl: z.url(),
})
export type StatusQuery = z.infer<typeof statusQuery>

const balanceQuery = statusQuery.omit({ originatorConversationId: true })
export type BalanceQuery = z.infer<typeof balanceQuery>

/**
 * Create a Daraja client. It never throws for network or Safaricom failures and never retries, with one exception: a refused
 * token is renewed and the same body, so the same id, is sent again.
 */
export function createDaraja(config: DarajaConfig) {
  const gateway = createGateway(config)
  const command = async (path: string, body: object, mayWrite?: () => boolean) =>
    readAcknowledgement(await gateway.post(path, body, mayWrite))
  const now = () => new Date((config.now ?? Date.now)())

  return {
    /** Get the token before a payout: a failure proves that nothing was sent. */
    async prepare() {
      const token = await gateway.prepare()
      return token.outcome === 'ready' ? ({ outcome: 'ready' } as const) : token
    },

    /**
     * Order a payment. Repeat it for the same payout only with the same `originatorConversationId`, Safaricom's only guard
     * against paying twice. `msisdn` as 2547… or 2541…, twelve digits. `mayWrite` is asked right before the request is written:
     * a process that was suspended for too long sends nothing.
     */
    async sendB2c(payment: B2cPayment, mayWrite?: () => boolean): Promise<CommandOutcome> {
      const parsed = b2cPayment.safeParse(payment)
      if (!parsed.success) return invalidInput(parsed.error)
      return command('/mpesa/b2c/v3/paymentrequest', b2cBody(config, parsed.data), mayWrite)
    },

    /** Query a payment's status. The answer is posted to `resultUrl`; `accepted` means only that it will come. */
    async queryTransactionStatus(query: StatusQuery): Promise<CommandOutcome> {
      const parsed = statusQuery.safeParse(query)
      if (!parsed.success) return invalidInput(parsed.error)
      return command('/mpesa/transactionstatus/v1/query', statusBody(config, parsed.data))
    },

    /** Query our balances. The answer is posted to `resultUrl`, for `parseBalanceResult`. */
    async queryBalance(query: BalanceQuery): Promise<CommandOutcome> {
      const parsed = balanceQuery.safeParse(query)
      if (!parsed.success) return invalidInput(parsed.error)
      return command('/mpesa/accountbalance/v1/query', balanceBody(config, parsed.data))
    },

    /** Prompt a member for money on the phone. Every call is another prompt: Daraja does not recognise repeats. */
    async pushStk(push: StkPush): Promise<StkPushOutcome> {
      const parsed = stkPush.safeParse(push)
      if (!parsed.success) return invalidInput(parsed.error)
      if (!config.stk) return withoutStk
      const body = stkPushBody(config.stk, parsed.data, now())
      return readStkAcknowledgement(await gateway.post('/mpesa/stkpush/v1/processrequest', body))
    },

    /** Query a push. The answer is immediate; `pending` lasts until the caller's own deadline. */
    async queryStk(query: StkQuery): Promise<StkQueryOutcome> {
      const parsed = stkQuery.safeParse(query)
      if (!parsed.success) return toPending(invalidInput(parsed.error))
      if (!config.stk) return toPending(withoutStk)
      const body = stkQueryBody(config.stk, parsed.data, now())
      return readStkStatus(await gateway.post('/mpesa/stkpushquery/v1/query', body), parsed.data)
    },
  }
}

const withoutStk: NotSent = {
  outcome: 'not-sent',
  code: 'NO_STK',
  reason: 'No short code is set up for asking members for money',
  stopQueue: true,
  retryable: false,
}

const toPending = ({ code, reason }: NotSent): StkQueryOutcome => ({ outcome: 'pending', code, reason })

function invalidInput(error: z.ZodError): NotSent {
  const reason = z.prettifyError(error).slice(0, 200)
  return { outcome: 'not-sent', code: 'INVALID_INPUT', reason, stopQueue: false, retryable: false }
}

/** Only B2C has `InitiatorName` and the double s of `Occassion`. */
function b2cBody(config: DarajaConfig, payment: B2cPayment) {
  return {
    OriginatorConversationID: payment.originatorConversationId,
    InitiatorName: config.initiatorName,
    SecurityCredential: config.securityCredential,
    CommandID: 'BusinessPayment',
    Amount: String(payment.amountKes),
    PartyA: config.shortCode,
    PartyB: payment.msisdn,
    Remarks: payment.remarks,
    QueueTimeOutURL: payment.timeoutUrl,
    ResultURL: payment.resultUrl,
    ...(payment.occasion === undefined ? {} : { Occassion: payment.occasion }),
  }
}

/** Uses `OriginalConversationID`, because a payout without a result has no receipt. */
function statusBody(config: DarajaConfig, query: StatusQuery) {
  return {
    Initiator: config.initiatorName,
    SecurityCredential: config.securityCredential,
    CommandID: 'TransactionStatusQuery',
    OriginalConversationID: query.originatorConversationId,
    PartyA: config.shortCode,
    IdentifierType: '4',
    ResultURL: query.resultUrl,
    QueueTimeOutURL: query.timeoutUrl,
    Remarks: query.remarks,
    Occasion: query.originatorConversationId,
  }
}

function balanceBody(config: DarajaConfig, query: BalanceQuery) {
  return {
    Initiator: config.initiatorName,
    SecurityCredential: config.securityCredential,
    CommandID: 'AccountBalance',
    PartyA: config.shortCode,
    IdentifierType: '4',
    Remarks: query.remarks,
    QueueTimeOutURL: query.timeoutUrl,
    ResultURL: query.resultUrl,
  }
}
