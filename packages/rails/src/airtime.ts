import { createHash, timingSafeEqual } from 'node:crypto'
import { type Exchange, exchange, fetchOnce, parseJson } from '@chuma/mpesa/exchange'
import type { NotSent } from '@chuma/mpesa/gateway'
import { z } from 'zod'
import {
  type BalanceOutcome,
  doubt,
  judgeLost,
  notSent,
  type Parsed,
  type QueryOutcome,
  type RailPayment,
  type RailQuery,
  type RailResult,
  type SendOutcome,
} from './outcomes.ts'

type AirtimeConfig = {
  baseUrl: string
  username: string
  apiKey: string
  timeoutMs: number
  fetch?: typeof fetch
}
export type Airtime = ReturnType<typeof createAirtime>

const order = z.object({
  originatorConversationId: z.string().regex(/^[A-Za-z0-9_-]{1,20}$/),
  amountKes: z.int().min(5).max(10_000),
  msisdn: z.string().regex(/^254\d{9}$/),
})

/**
 * Create a client for airtime by Africa's Talking. It never throws for failures of the network or the provider, and nothing is retried.
 * There is no token to get: the key comes with every call.
 */
export function createAirtime(config: AirtimeConfig) {
  const http = config.fetch ?? fetchOnce
  const headers = { apikey: config.apiKey, accept: 'application/json' }
  const get = (path: string, query: Record<string, string>) => {
    const url = new URL(path, config.baseUrl)
    url.search = new URLSearchParams({ username: config.username, ...query }).toString()
    return exchange({ fetch: http, url, init: { headers }, timeoutMs: config.timeoutMs })
  }

  return {
    prepare: async (): Promise<{ outcome: 'ready' } | NotSent> => ({ outcome: 'ready' }),

    /** Buy airtime for one number. Its idempotency key is our id: a repeat within minutes is recognised, later ones are not. */
    async send(payment: RailPayment, mayWrite?: () => boolean): Promise<SendOutcome> {
      const parsed = order.safeParse(payment)
      if (!parsed.success) return notSent('INVALID_INPUT', z.prettifyError(parsed.error))
      const { originatorConversationId: id, amountKes, msisdn } = parsed.data
      const recipients = JSON.stringify([{ phoneNumber: `+${msisdn}`, amount: `KES ${amountKes}` }])
      const answer = await exchange({
        fetch: http,
        url: new URL('/version1/airtime/send', config.baseUrl),
        init: {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': id },
          // Their own repeats could pass ours.
          body: new URLSearchParams({ username: config.username, recipients, maxNumRetry: '0' }).toString(),
        },
        timeoutMs: config.timeoutMs,
        ...(mayWrite && { mayWrite }),
      })
      return answer.kind === 'answered' ? readAirtimeAnswer(answer, parsed.data) : judgeLost(answer)
    },

    /** Ask what became of it. Only their own id can be asked for, which a lost answer never told us. */
    async queryStatus({ conversationId, originatorConversationId }: RailQuery): Promise<QueryOutcome> {
      if (!conversationId) return doubt('NO_ID', 'The answer with the id of the request was lost')
      const answer = await get('/query/transaction/find', { transactionId: conversationId })
      if (answer.kind !== 'answered') return judgeLost(answer)
      return readTransaction(answer, { conversationId, originatorConversationId })
    },

    async queryBalance(): Promise<BalanceOutcome> {
      const answer = await get('/version1/user', {})
      return answer.kind === 'answered' ? readAirtimeBalance(answer) : judgeLost(answer)
    },
  }
}

type Answer = Extract<Exchange, { kind: 'answered' }>

const requestId = z.string().regex(/^ATQid_[A-Za-z0-9]{8,64}$/)
const recipient = z.object({
  phoneNumber: z.string(),
  amount: z.string().catch(''),
  status: z.string(),
  requestId: z.string().catch(''),
  errorMessage: z.string().catch(''),
})
const sent = z.object({ errorMessage: z.string(), numSent: z.int(), responses: z.array(recipient) })

/** What the provider says of itself, about every order: a person has to top up, or to set something right. */
const OURS = /insufficient|not enabled|authenticat|invalid user|not allowed/i

/** `KES 100.0000`: undefined for another currency, or cents that nobody ordered. */
export function readKes(text: string): number | undefined {
  const match = /^KES ([\d,]+)(?:\.0+)?$/.exec(text.trim())
  return match?.[1] === undefined ? undefined : Number(match[1].replaceAll(',', ''))
}

function readNumber(text: string): string {
  return text.replace(/^\+/, '')
}

/** Read the answer to an order. `numSent` and the recipient's own status have to agree before anything is believed. */
function readAirtimeAnswer(answer: Answer, order: RailPayment): SendOutcome {
  const { status } = answer
  if (status === 429)
    return notSent('HTTP_429', 'Africa’s Talking takes no more requests now', {
      retryable: true,
      isBusy: true,
    })
  if (status === 401 || status === 403) {
    return notSent(`HTTP_${status}`, 'Africa’s Talking refuses the key', { stopQueue: true })
  }
  const parsed = sent.safeParse(parseJson(answer.text))
  if (status >= 300 || !parsed.success)
    return doubt(`HTTP_${status}`, 'The answer is none of an order of airtime')
  const { errorMessage, numSent, responses } = parsed.data
  if (/duplicate/i.test(errorMessage)) return doubt('DUPLICATE', errorMessage)
  if (responses.length === 0 && numSent === 0 && OURS.test(errorMessage)) {
    return notSent('REFUSED', errorMessage, { stopQueue: true })
  }
  const [only, ...others] = responses
  if (!only || others.length > 0) return doubt('NO_RECIPIENT', errorMessage)
  if (readNumber(only.phoneNumber) !== order.msisdn) return doubt('OTHER_NUMBER', errorMessage)
  const id = requestId.safeParse(only.requestId).data
  if (only.status === 'Sent' && numSent === 1 && id) return { outcome: 'accepted', conversationId: id }
  if (only.status === 'Failed' && numSent === 0) return refuse(only.errorMessage, { order, id })
  return doubt(only.status, only.errorMessage)
}

/** This recipient gets nothing, finally. */
function refuse(reason: string, { order, id }: { order: RailPayment; id: string | undefined }): SendOutcome {
  const { originatorConversationId } = order
  // Their id of an order that they did not take is "None".
  const conversationId = id ?? originatorConversationId
  const verdict = OURS.test(reason) ? ('operator' as const) : ('member' as const)
  const description = reason.slice(0, 200) || 'The network refused the airtime.'
  const result = { originatorConversationId, conversationId, code: 'Failed', description, verdict }
  return { outcome: 'accepted', conversationId, result }
}

const transaction = z.object({
  status: z.string(),
  data: z
    .object({
      requestId: z.string(),
      status: z.string(),
      phoneNumber: z.string().optional().catch(undefined),
      value: z.string().optional().catch(undefined),
      description: z.string().catch(''),
    })
    .optional()
    .catch(undefined),
})

type Asked = { conversationId: string; originatorConversationId: string }

function readTransaction(answer: Answer, asked: Asked): QueryOutcome {
  const parsed = transaction.safeParse(answer.status === 200 ? parseJson(answer.text) : undefined)
  if (!parsed.success) return doubt(`HTTP_${answer.status}`, 'The answer is none about a transaction')
  const { data } = parsed.data
  if (!data) {
    const result = {
      ...asked,
      code: parsed.data.status,
      description: 'Not found.',
      verdict: 'unknown',
    } as const
    return { outcome: 'answered', result }
  }
  return { outcome: 'answered', result: readWord(data, asked.originatorConversationId) }
}

type Word = {
  requestId: string
  status: string
  phoneNumber?: string | undefined
  value?: string | undefined
  description: string
}

/** What a status says. `originatorConversationId`: of the order that was asked about. */
function readWord(word: Word, originatorConversationId?: string): RailResult {
  const { requestId: conversationId, status, phoneNumber, value, description } = word
  const amountKes = value === undefined ? undefined : readKes(value)
  const details = {
    ...(originatorConversationId && { originatorConversationId }),
    conversationId,
    ...(amountKes !== undefined && { amountKes }),
    ...(phoneNumber && { msisdn: readNumber(phoneNumber) }),
    code: status,
  }
  if (status === 'Success') {
    return { ...details, receipt: conversationId, description: 'Airtime delivered.', verdict: 'paid' }
  }
  if (status === 'Failed') {
    const verdict = OURS.test(description) ? 'operator' : 'member'
    return {
      ...details,
      description: description.slice(0, 200) || 'The network refused the airtime.',
      verdict,
    }
  }
  if (status === 'Sent' || status === 'Queued' || status === 'Pending') {
    return { ...details, description: 'On its way.', verdict: 'unknown' }
  }
  return { ...details, description: 'A status that we do not know.', verdict: 'review' }
}

const user = z.object({ UserData: z.object({ balance: z.string().regex(/^KES -?[\d,]+(\.\d+)?$/) }) })

function readAirtimeBalance(answer: Answer): BalanceOutcome {
  const parsed = user.safeParse(answer.status === 200 ? parseJson(answer.text) : undefined)
  if (!parsed.success) return doubt(`HTTP_${answer.status}`, 'The answer has no balance')
  const availableKes = Number(parsed.data.UserData.balance.slice(4).replaceAll(',', ''))
  return { outcome: 'answered', availableKes: Math.max(0, availableKes) }
}

const word = z.object({
  requestId,
  status: z.string(),
  phoneNumber: z.string().optional().catch(undefined),
  value: z.string().optional().catch(undefined),
  description: z.string().catch(''),
})

/** Which order a status callback is about: it names their id of it. */
export function findAirtimePayment(body: Buffer): { kind: 'conversation'; value: string } | null {
  const id = requestId.safeParse((readBody(body) as { requestId?: unknown } | null)?.requestId)
  return id.success ? { kind: 'conversation', value: id.data } : null
}

/** Sent as JSON, or as a form, by which of their systems it is. */
function readBody(body: Buffer): unknown {
  const text = body.toString('utf8')
  return parseJson(text) ?? Object.fromEntries(new URLSearchParams(text))
}

/** They sign nothing: their caller knows the secret of the address that the dashboard holds. */
export function knowsSecret(given: string | null, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return given !== null && timingSafeEqual(digest(given), digest(secret))
}

export function parseAirtimeCallback(body: Buffer): Parsed {
  const parsed = word.safeParse(readBody(body))
  if (!parsed.success) return { ok: false, reason: 'No request with an id and a status' }
  return { ok: true, value: readWord(parsed.data) }
}
