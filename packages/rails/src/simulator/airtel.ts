import {
  constants,
  createDecipheriv,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import { parseJson } from '@chuma/mpesa/exchange'
import { createTokens } from '@chuma/mpesa/simulator/world'
import { z } from 'zod'
import type { Failure, Refusal } from './faults.ts'
import {
  type Protocol,
  type RailOptions,
  type RailOrder,
  type Reply,
  type Request,
  randomText,
  startRailSimulator,
} from './rail-simulator.ts'

type AirtelOptions = RailOptions & {
  client?: { id: string; secret: string }
  pin?: string
  /** Of callbacks, as the portal shows it. */
  callbackKey?: string
  tokenSeconds?: number
}

const CODES: Record<Failure, string> = {
  float: 'DP00900001007',
  credential: 'DP00900001018',
  unregistered: 'DP00900001012',
  'unknown-number': 'DP00900001013',
  'unknown-code': 'DP00900009876',
}

/** Start a local Airtel Money. `publicKey` is what its portal would show. */
export async function startAirtelSimulator(options: AirtelOptions = {}) {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const callbackKey = options.callbackKey ?? 'airtel-callback-key'
  const protocol = createAirtelProtocol({ ...options, callbackKey, privateKey: keys.privateKey })
  const simulator = await startRailSimulator(protocol, options)
  return { ...simulator, publicKey: keys.publicKey, callbackKey }
}

type Settings = AirtelOptions & { callbackKey: string; privateKey: KeyObject }

function createAirtelProtocol(settings: Settings): Protocol {
  const tokens = createTokens(settings.tokenSeconds ?? 180)
  return {
    read: (request) => read(settings, tokens, request),
    newOrder: () => ({
      reference: `R${randomText(12)}`,
      receipt: `CI${new Date().toISOString().slice(2, 10).replaceAll('-', '')}.${randomText(4)}.${randomText(6)}`,
    }),
    accepted,
    refused,
    status,
    balance: (kes) => ({
      status: 200,
      body: { data: { balance: String(kes), currency: 'KES', account_status: 'Active' }, status: success() },
    }),
    callback: (order, { isPaid, distort }) => ({
      body: {
        transaction: {
          id: order.id,
          message: isPaid ? `Paid KES ${order.amountKes}` : 'The payment failed',
          status_code: isPaid ? 'TS' : 'TF',
          // A failed transaction has an id too.
          airtel_money_id: distort.receipt ?? order.receipt,
        },
      },
      sign: (text) => ({ hash: createHmac('sha256', settings.callbackKey).update(text).digest('base64') }),
    }),
    revoke: tokens.revoke,
  }
}

const disbursement = z.strictObject({
  payee: z.strictObject({ msisdn: z.string().regex(/^[17]\d{8}$/), wallet_type: z.literal('NORMAL') }),
  reference: z.string().min(4).max(64),
  pin: z.string().min(1),
  transaction: z.strictObject({ amount: z.int().min(1), id: z.string().max(80), type: z.literal('B2C') }),
})

function read(
  settings: Settings,
  tokens: ReturnType<typeof createTokens>,
  request: Request,
): ReturnType<Protocol['read']> {
  const { method, url, headers, text } = request
  const reply = (answer: Reply) => ({ ask: 'reply' as const, reply: answer })
  if (url.pathname === '/auth/oauth2/token') return reply(giveToken(settings, tokens, text))
  if (!tokens.accepts(headers.authorization)) return reply(refused('token'))
  if (headers['x-country'] !== 'KE' || headers['x-currency'] !== 'KES') return reply(refuse('ROUTER006'))
  if (url.pathname === '/standard/v2/users/balance') return { ask: 'balance' }
  const path = '/standard/v3/disbursements'
  if (method === 'GET' && url.pathname.startsWith(`${path}/`)) {
    return { ask: 'status', find: { id: decodeURIComponent(url.pathname.slice(path.length + 1)) } }
  }
  if (method !== 'POST' || url.pathname !== path) return reply({ status: 404, body: { error: 'Not found' } })
  const order = disbursement.safeParse(parseJson(text))
  if (!order.success) return reply(refuse('DP00900001004'))
  if (!isSigned(settings.privateKey, request)) return reply(refuse('DP00900001016'))
  if (openPin(settings.privateKey, order.data.pin) !== (settings.pin ?? '1234'))
    return reply(refuse('DP00900001018'))
  const { payee, transaction } = order.data
  const asked = { id: transaction.id, msisdn: `254${payee.msisdn}`, amountKes: transaction.amount }
  return { ask: 'order', order: asked }
}

function giveToken({ client }: Settings, tokens: ReturnType<typeof createTokens>, text: string): Reply {
  const asked = parseJson(text) as
    | { client_id?: string; client_secret?: string; grant_type?: string }
    | undefined
  const isKnown = !client || (asked?.client_id === client.id && asked.client_secret === client.secret)
  if (asked?.grant_type !== 'client_credentials' || !isKnown) {
    return {
      status: 400,
      body: { error: 'invalid_client', error_description: 'Invalid client authentication' },
    }
  }
  // The life comes as text, as documented.
  const body = { access_token: tokens.issue(), expires_in: String(tokens.lifeSeconds), token_type: 'bearer' }
  return { status: 200, body }
}

function open(key: KeyObject, sealed: string): string {
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return privateDecrypt(options, Buffer.from(sealed, 'base64')).toString('utf8')
}

function openPin(key: KeyObject, sealed: string): string | undefined {
  try {
    return open(key, sealed)
  } catch {
    return undefined
  }
}

function isSigned(key: KeyObject, { headers, text }: Request): boolean {
  try {
    const [secret = '', iv = ''] = open(key, String(headers['x-key'])).split(':')
    const decipher = createDecipheriv('aes-256-cbc', Buffer.from(secret, 'base64'), Buffer.from(iv, 'base64'))
    const signed = Buffer.concat([
      decipher.update(String(headers['x-signature']), 'base64'),
      decipher.final(),
    ])
    return signed.toString('utf8') === text
  } catch {
    return false
  }
}

function success(code = 'DP00900001001', message = 'SUCCESS') {
  return { code: '200', message, result_code: 'ESB000010', response_code: code, success: true }
}

/** A refusal by its code: nothing was remembered. */
function refuse(code: string, status = 400): Reply {
  return { status, body: { status: { ...success(code, 'Refused'), code: String(status), success: false } } }
}

function refused(refusal: Refusal | 'error'): Reply {
  if (refusal === 'busy') return { status: 429, body: { error: 'Too many requests' } }
  if (refusal === 'token') return { status: 401, body: { error: 'invalid_token' } }
  if (refusal === 'duplicate') return refuse('DP00900001011', 200)
  return refuse('DP00900001000', 500)
}

/** Some orders are answered before they are carried out: `TIP`, in progress. */
function accepted(order: RailOrder, isSilent: boolean): Reply {
  const failure = isSilent ? null : order.failure
  const code = failure ? CODES[failure] : 'DP00900001006'
  const transaction = { reference_id: order.reference, id: order.id, status: failure ? 'TF' : 'TIP' }
  return { status: 200, body: { data: { transaction }, status: { ...success(code), success: !failure } } }
}

const WORDS = { paid: 'TS', failed: 'TF', pending: 'TIP' } as const

function status(order: RailOrder | undefined): Reply {
  if (!order)
    return { status: 200, body: { status: { ...success('DP00900001015', 'Not found'), success: false } } }
  const code = order.failure
    ? CODES[order.failure]
    : order.status === 'paid'
      ? 'DP00900001001'
      : 'DP00900001006'
  const transaction = {
    id: order.id,
    reference_id: order.reference,
    status: WORDS[order.status],
    message: order.status,
    ...(order.status === 'paid' && { airtel_money_id: order.receipt }),
  }
  return { status: 200, body: { data: { transaction }, status: success(code) } }
}
