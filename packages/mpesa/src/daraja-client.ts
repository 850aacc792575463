import { z } from 'zod'
import { createAccessToken } from './access-token.ts'
import { exchange } from './exchange.ts'
import { isInvalidToken } from './gateway-errors.ts'
import { type CommandOutcome, readAcknowledgement } from './read-acknowledgement.ts'

export type DarajaConfig = {
  baseUrl: string
  consumerKey: string
  consumerSecret: string
  shortCode: string
  initiatorName: string
  /** The initiator's password, already encrypted for Safaricom (`encryptInitiatorPassword`). */
  securityCredential: string
  timeoutMs: number
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

/**
 * Talks to Daraja. Nothing here throws for what the network or Safaricom does, and nothing is retried, with one
 * exception: a refused token is renewed and the same body, hence the same id, is sent once more.
 */
export function createDaraja(config: DarajaConfig) {
  const http = config.fetch ?? fetch
  const accessToken = createAccessToken({ ...config, fetch: http, now: config.now ?? Date.now })

  async function post(path: string, body: object, token: string): Promise<CommandOutcome> {
    const answer = await exchange({
      fetch: http,
      url: new URL(path, config.baseUrl),
      init: {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
      timeoutMs: config.timeoutMs,
    })
    if (answer.kind === 'answered') return readAcknowledgement(answer.status, answer.text)
    const { code, reason } = answer
    if (answer.kind === 'lost') return { outcome: 'unknown', code, reason }
    return { outcome: 'not-sent', code, reason, stopQueue: false, retryable: true }
  }

  async function command(path: string, body: object): Promise<CommandOutcome> {
    const first = await accessToken.get()
    if (first.outcome !== 'ready') return first
    const outcome = await post(path, body, first.token)
    if (outcome.outcome !== 'not-sent' || !isInvalidToken(outcome.code)) return outcome

    accessToken.discard(first.token)
    const second = await accessToken.get()
    return second.outcome === 'ready' ? post(path, body, second.token) : second
  }

  return {
    /** Gets the token ahead of a payout: a failure here is proof that nothing was sent. */
    async prepare() {
      const token = await accessToken.get()
      return token.outcome === 'ready' ? ({ outcome: 'ready' } as const) : token
    },

    /**
     * Orders one payment. Call it again for the same payout only with the same `originatorConversationId`: that id is
     * the sole guard on Safaricom's side against paying twice. `msisdn` as 2547… or 2541…, twelve digits.
     */
    async sendB2c(payment: B2cPayment): Promise<CommandOutcome> {
      const parsed = b2cPayment.safeParse(payment)
      if (!parsed.success) return invalidInput(parsed.error)
      return command('/mpesa/b2c/v3/paymentrequest', b2cBody(config, parsed.data))
    },

    /** Asks what became of a payment. The answer comes to `resultUrl`; `accepted` says only that it will. */
    async queryTransactionStatus(query: StatusQuery): Promise<CommandOutcome> {
      const parsed = statusQuery.safeParse(query)
      if (!parsed.success) return invalidInput(parsed.error)
      return command('/mpesa/transactionstatus/v1/query', statusBody(config, parsed.data))
    },
  }
}

function invalidInput(error: z.ZodError): CommandOutcome {
  const reason = z.prettifyError(error).slice(0, 200)
  return { outcome: 'not-sent', code: 'INVALID_INPUT', reason, stopQueue: false, retryable: false }
}

/** `InitiatorName` and the double s of `Occassion` belong to B2C alone. */
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

/** By `OriginalConversationID`, because a payout without a result has no receipt to ask with. */
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
