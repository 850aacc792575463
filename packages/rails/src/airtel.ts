import {
  constants,
  createCipheriv,
  createPublicKey,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { createAccessToken, createMemoryTokenStore } from '@chuma/mpesa/access-token'
import { type Exchange, exchange, fetchOnce } from '@chuma/mpesa/exchange'
import type { NotSent } from '@chuma/mpesa/gateway'
import { z } from 'zod'
import { readBalance, readDisbursement, readEnquiry } from './airtel-answers.ts'
import {
  type BalanceOutcome,
  judgeLost,
  notSent,
  type QueryOutcome,
  type RailPayment,
  type RailQuery,
  type SendOutcome,
} from './outcomes.ts'

export type AirtelConfig = {
  baseUrl: string
  clientId: string
  clientSecret: string
  /** Of the portal's public key. */
  publicKey: KeyObject
  /** Four digits. */
  pin: string
  timeoutMs: number
  fetch?: typeof fetch
  now?: () => number
}
export type Airtel = ReturnType<typeof createAirtel>

const payment = z.object({
  originatorConversationId: z.string().regex(/^[A-Za-z0-9_-]{1,20}$/),
  amountKes: z.int().positive(),
  msisdn: z.string().regex(/^254\d{9}$/),
})

type Call = { path: string; body?: object; mayWrite?: (() => boolean) | undefined }

/**
 * Create a client for Airtel Money disbursements in Kenya. It never throws for failures of the network or of Airtel and never
 * retries, with one exception: a refused token is renewed and the same body, so the same id, is sent again.
 */
export function createAirtel(config: AirtelConfig) {
  const http = config.fetch ?? fetchOnce
  const token = createToken(config, http)

  function write({ path, body, mayWrite }: Call, bearer: string): Promise<Exchange> {
    const text = body && JSON.stringify(body)
    const headers = {
      accept: '*/*',
      'content-type': 'application/json',
      'x-country': 'KE',
      'x-currency': 'KES',
      authorization: `Bearer ${bearer}`,
      ...(text && signBody(config.publicKey, text)),
    }
    return exchange({
      fetch: http,
      url: new URL(path, config.baseUrl),
      init: { headers, ...(text && { method: 'POST' as const, body: text }) },
      timeoutMs: config.timeoutMs,
      ...(mayWrite && { mayWrite }),
    })
  }

  async function call(request: Call): Promise<Exchange | NotSent> {
    const first = await token.get()
    if (first.outcome !== 'ready') return first
    const answer = await write(request, first.token)
    if (answer.kind !== 'answered' || answer.status !== 401) return answer
    const second = await token.renew(first.token)
    return second.outcome === 'ready' ? write(request, second.token) : second
  }

  return {
    /** Get the token before a payment: a failure proves that nothing was sent. */
    async prepare(): Promise<{ outcome: 'ready' } | NotSent> {
      const ready = await token.get()
      return ready.outcome === 'ready' ? { outcome: 'ready' } : ready
    },

    /** Order a payment. Repeat it only with the same id, which Airtel accepts once. `mayWrite` is asked right before the write. */
    async send(order: RailPayment, mayWrite?: () => boolean): Promise<SendOutcome> {
      const parsed = payment.safeParse(order)
      if (!parsed.success) return notSent('INVALID_INPUT', z.prettifyError(parsed.error))
      const { originatorConversationId: id, amountKes, msisdn } = parsed.data
      const body = {
        // Airtel wants the number without the country.
        payee: { msisdn: msisdn.slice(3), wallet_type: 'NORMAL' },
        reference: id,
        pin: encryptPin(config.publicKey, config.pin),
        transaction: { amount: amountKes, id, type: 'B2C' },
      }
      const answer = await call({ path: '/standard/v3/disbursements', body, mayWrite })
      if ('outcome' in answer) return answer
      return answer.kind === 'answered' ? readDisbursement(answer, id) : judgeLost(answer)
    },

    /** Ask what became of a payment. */
    async queryStatus({ originatorConversationId: id }: RailQuery): Promise<QueryOutcome> {
      const path = `/standard/v3/disbursements/${encodeURIComponent(id)}?transactionType=B2C`
      const answer = await call({ path })
      if ('outcome' in answer) return answer
      return answer.kind === 'answered' ? readEnquiry(answer, id) : judgeLost(answer)
    },

    async queryBalance(): Promise<BalanceOutcome> {
      const answer = await call({ path: '/standard/v2/users/balance?type=DISB' })
      if ('outcome' in answer) return answer
      return answer.kind === 'answered' ? readBalance(answer) : judgeLost(answer)
    },
  }
}

function createToken(config: AirtelConfig, http: typeof fetch) {
  return createAccessToken({
    ask: () =>
      exchange({
        fetch: http,
        url: new URL('/auth/oauth2/token', config.baseUrl),
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: '*/*' },
          body: JSON.stringify({
            client_id: config.clientId,
            client_secret: config.clientSecret,
            grant_type: 'client_credentials',
          }),
        },
        timeoutMs: config.timeoutMs,
      }),
    // It lives three minutes.
    renewBeforeMs: 20_000,
    now: config.now ?? Date.now,
    store: createMemoryTokenStore(),
  })
}

/** Read the public key that the portal shows: PEM, or its base64 alone. */
export function readPublicKey(text: string): KeyObject {
  if (text.includes('BEGIN')) return createPublicKey(text.replaceAll('\\n', '\n'))
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
}

function seal(key: KeyObject, text: string): string {
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return publicEncrypt(options, Buffer.from(text)).toString('base64')
}

/** Encrypt the four digits that confirm a payment. Every time differently: OAEP is salted. */
const encryptPin = (key: KeyObject, pin: string): string => seal(key, pin)

/** Sign a body as Airtel asks: encrypted with a key made for it, and that key encrypted for Airtel. */
function signBody(key: KeyObject, body: string): { 'x-signature': string; 'x-key': string } {
  const [secret, iv] = [randomBytes(32), randomBytes(16)]
  const cipher = createCipheriv('aes-256-cbc', secret, iv)
  const signature = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]).toString('base64')
  return {
    'x-signature': signature,
    'x-key': seal(key, `${secret.toString('base64')}:${iv.toString('base64')}`),
  }
}
