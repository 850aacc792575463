import path from 'node:path'
import type { PayoutProvider, PayoutResult, Payouts } from '@chuma/core/payouts/attempts/payouts'
import type { Collector } from '@chuma/core/premium/collector'
import type { Secrets } from '@chuma/core/secrets/secrets'
import type { Db } from '@chuma/db/client'
import { createDaraja, type Daraja, type DarajaConfig } from '@chuma/mpesa/daraja-client'
import { fetchOnce, parseJson } from '@chuma/mpesa/exchange'
import {
  classifyResultCode,
  classifyTransactionStatus,
  parseB2cResult,
  parseBalanceResult,
  parseStatusResult,
} from '@chuma/mpesa/results'
import { startSimulator } from '@chuma/mpesa/simulator/start-simulator'
import { classifyStkResult, parseStkCallback } from '@chuma/mpesa/stk'
import { type Airtel, type AirtelConfig, createAirtel, readPublicKey } from '@chuma/rails/airtel'
import { findAirtelPayment, isSignedByAirtel, parseAirtelCallback } from '@chuma/rails/airtel-answers'
import {
  type Airtime,
  createAirtime,
  findAirtimePayment,
  knowsSecret,
  parseAirtimeCallback,
} from '@chuma/rails/airtime'
import { startAirtelSimulator } from '@chuma/rails/simulator/airtel'
import { startAirtimeSimulator } from '@chuma/rails/simulator/airtime'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '../env.ts'
import { type Tracing, traceFetch } from '../tracing/tracing.ts'
import { createTokenStore } from './create-token-store.ts'

type Surroundings = { db: Db; secrets: Secrets; log: FastifyBaseLogger; tracing?: Tracing | undefined }
type Opened = { payouts: Payouts; collector: Collector | null; close: () => Promise<void> }

const TIMEOUT_MS = 30_000
/** Longer than M-Pesa mostly takes to report a payment, and shorter than callers wait. */
const SETTLE_WAIT_MS = 10_000
/** The simulator's addresses. */
const LOOPBACK = ['127.0.0.0/8', '::1']

/** Open the payout provider: a person, Safaricom, or the simulator that speaks Safaricom's protocol on loopback. */
export async function openPayouts(env: Env, { db, secrets, log, tracing }: Surroundings): Promise<Opened> {
  const terms = {
    methods: [...env.payoutMethods],
    perSecond: env.PAYOUT_PER_SECOND,
    leaseSeconds: env.PAYOUT_LEASE_SECONDS,
    checkAfterSeconds: env.PAYOUT_CHECK_SECONDS,
    settleWaitMs: SETTLE_WAIT_MS,
    callbackNetworks: env.DARAJA_CALLBACK_NETWORKS,
  }
  const nothing = async () => {}
  const http = tracing ? { fetch: traceFetch(tracing, 'M-Pesa', fetchOnce) } : {}
  if (env.payoutProvider === 'simulator') return openSimulator(env, { terms, http, log })
  const others = openRails(env, { timeoutMs: TIMEOUT_MS, ...http })
  // What Daraja was asked to pay is finished with it, even after the operator changed to payments by hand.
  if (env.payoutProvider === 'daraja' || hasDaraja(env)) {
    const stk = env.payoutProvider === 'daraja' ? readStk(env) : undefined
    const tokenStore = createTokenStore({
      db,
      secrets,
      provider: 'daraja',
      leaseSeconds: env.PAYOUT_LEASE_SECONDS,
    })
    const daraja = createDaraja({
      ...readDaraja(env),
      ...(stk ? { stk } : {}),
      ...http,
      timeoutMs: TIMEOUT_MS,
      tokenStore,
    })
    const isRetired = env.payoutProvider !== 'daraja'
    const rails = [{ ...connectDaraja('daraja', daraja), isRetired }, ...others]
    const payouts = { rails, callbackUrl: env.publicUrl, ...terms }
    return { payouts, collector: stk ? connectCollector('daraja', daraja) : null, close: nothing }
  }
  const payouts = { rails: others, callbackUrl: env.publicUrl, ...terms }
  return { payouts, collector: null, close: nothing }
}

function hasDaraja(env: Env): boolean {
  return Object.values(readDaraja(env)).every((value) => value !== '')
}

type SimulatorOptions = {
  terms: Pick<Payouts, 'methods' | 'perSecond' | 'leaseSeconds' | 'checkAfterSeconds' | 'settleWaitMs'>
  http: Pick<DarajaConfig, 'fetch'>
  log: FastifyBaseLogger
}

async function openSimulator(env: Env, { terms, http, log }: SimulatorOptions): Promise<Opened> {
  const consumer = { key: 'demo-key', secret: 'demo-secret' }
  // Simulated payments survive a restart, as real ones would.
  const stateFile = path.resolve(env.DATA_DIR, 'mpesa-simulator.jsonl')
  const simulator = await startSimulator({ consumer, stateFile, callbackDelayMs: 1500 })
  log.info({ url: simulator.url }, 'M-Pesa simulator started')
  const config: DarajaConfig = {
    baseUrl: simulator.url,
    consumerKey: consumer.key,
    consumerSecret: consumer.secret,
    shortCode: '600992',
    stk: { shortCode: '174379', passkey: 'demo-passkey', transactionType: 'CustomerPayBillOnline' },
    initiatorName: 'demo',
    securityCredential: Buffer.alloc(256, 1).toString('base64'),
    timeoutMs: TIMEOUT_MS,
    ...http,
  }
  const host = ['0.0.0.0', '::'].includes(env.HOST) ? '127.0.0.1' : env.HOST
  const daraja = createDaraja(config)
  const callbackUrl = `http://${host}:${env.PORT}`
  const others = await openSimulatedRails(env, { timeoutMs: TIMEOUT_MS, callbackUrl, ...http })
  const payouts = {
    rails: [connectDaraja('simulator', daraja), ...others.rails],
    callbackUrl,
    ...terms,
    callbackNetworks: LOOPBACK,
  }
  const close = async () => {
    await simulator.close()
    await others.close()
  }
  return { payouts, collector: connectCollector('simulator', daraja), close }
}

/** Undefined when this operator takes no M-Pesa payments, and staff give premium by hand. */
function readStk({ DARAJA_STK_SHORT_CODE, DARAJA_STK_PASSKEY, DARAJA_STK_TILL }: Env): DarajaConfig['stk'] {
  if (!DARAJA_STK_SHORT_CODE || !DARAJA_STK_PASSKEY) return undefined
  const account = { shortCode: DARAJA_STK_SHORT_CODE, passkey: DARAJA_STK_PASSKEY }
  return DARAJA_STK_TILL
    ? { ...account, transactionType: 'CustomerBuyGoodsOnline', till: DARAJA_STK_TILL }
    : { ...account, transactionType: 'CustomerPayBillOnline' }
}

/** env.ts has checked that they are all set. */
function readDaraja(env: Env): Omit<DarajaConfig, 'timeoutMs'> {
  return {
    baseUrl: env.DARAJA_BASE_URL ?? '',
    consumerKey: env.DARAJA_CONSUMER_KEY ?? '',
    consumerSecret: env.DARAJA_CONSUMER_SECRET ?? '',
    shortCode: env.DARAJA_SHORT_CODE ?? '',
    initiatorName: env.DARAJA_INITIATOR_NAME ?? '',
    securityCredential: env.DARAJA_SECURITY_CREDENTIAL ?? '',
  }
}

/** Collect money through Daraja, real or simulated, with a prompt on the member's phone. */
function connectCollector(name: string, daraja: Daraja): Collector {
  return {
    name,
    push: daraja.pushStk,
    query: (checkoutRequestId) => daraja.queryStk({ checkoutRequestId }),
    parseCallback: (body) => {
      const parsed = parseStkCallback(parseJson(body.toString('utf8')))
      if (!parsed.ok) return parsed
      const { checkoutRequestId, resultCode, resultDesc, receipt, amountKes } = parsed.value
      const { verdict, description } = classifyStkResult(resultCode, resultDesc)
      return {
        ok: true,
        value: {
          checkoutRequestId,
          code: resultCode,
          description,
          isPaid: verdict === 'paid',
          ...(receipt === undefined ? {} : { receipt }),
          ...(amountKes === undefined ? {} : { amountKes }),
        },
      }
    },
  }
}

/** Pay out through Daraja, real or simulated. `name` tells the two apart in every attempt. */
export function connectDaraja(name: string, daraja: Daraja): PayoutProvider {
  return {
    name,
    methods: ['mpesa'],
    prepare: daraja.prepare,
    send: daraja.sendB2c,
    queryStatus: daraja.queryTransactionStatus,
    queryBalance: daraja.queryBalance,
    parseResult,
    parseStatus,
    parseBalance,
  }
}

/** Safaricom's code for too many requests at once. */
const TRAFFIC = '26'

function parseResult(body: Buffer): ReturnType<PayoutProvider['parseResult']> {
  const parsed = parseB2cResult(parseJson(body.toString('utf8')))
  if (!parsed.ok) return parsed
  const { resultCode, resultDesc: _, transactionId: __, ...details } = parsed.value
  const known = classifyResultCode(resultCode)
  const verdict = resultCode === TRAFFIC ? 'busy' : known.class
  return {
    ok: true,
    value: { ...details, code: resultCode, description: known.description, verdict },
  }
}

const words = {
  paid: { verdict: 'paid', description: 'Paid.' },
  failed: { verdict: 'member', description: 'M-Pesa ended the payment without making it.' },
  unknown: { verdict: 'unknown', description: 'M-Pesa has not decided it yet.' },
} as const satisfies Record<string, Pick<PayoutResult, 'verdict' | 'description'>>

/** Only the status of the payment decides: the query's own code does not, and no status means unknown. */
function parseStatus(body: Buffer): ReturnType<PayoutProvider['parseStatus']> {
  const parsed = parseStatusResult(parseJson(body.toString('utf8')))
  if (!parsed.ok) return parsed
  const { query, payment } = parsed.value
  const { transactionStatus, ...details } = payment
  const known = query.resultCode === '0' ? classifyTransactionStatus(transactionStatus) : 'unknown'
  return { ok: true, value: { ...details, ...words[known], code: transactionStatus ?? query.resultCode } }
}

/** Payouts leave the utility account; members' payments arrive in another. */
function parseBalance(body: Buffer): ReturnType<Required<PayoutProvider>['parseBalance']> {
  const parsed = parseBalanceResult(parseJson(body.toString('utf8')))
  return parsed.ok ? { ok: true, value: { availableKes: parsed.value.utilityKes } } : parsed
}

type Http = { timeoutMs: number; fetch?: typeof fetch }

/** Open the providers other than M-Pesa's that are set up. Those whose method is closed only finish what they have. */
function openRails(env: Env, http: Http): PayoutProvider[] {
  const rails: PayoutProvider[] = []
  const airtel = readAirtel(env, http)
  if (airtel) {
    const isRetired = !env.payoutMethods.includes('airtel')
    const callbackKey = env.AIRTEL_CALLBACK_KEY ?? ''
    rails.push(connectAirtel('airtel', { airtel: createAirtel(airtel), callbackKey, isRetired }))
  }
  const {
    AFRICASTALKING_USERNAME: username,
    AFRICASTALKING_API_KEY: apiKey,
    AIRTIME_CALLBACK_SECRET: secret,
  } = env
  if (username && apiKey && secret) {
    const baseUrl = env.AFRICASTALKING_BASE_URL ?? 'https://api.africastalking.com'
    const airtime = createAirtime({ baseUrl, username, apiKey, ...http })
    rails.push(
      connectAirtime('airtime', { airtime, secret, isRetired: !env.payoutMethods.includes('airtime') }),
    )
  }
  return rails
}

/** env.ts has checked that they are all set, or none. */
function readAirtel(env: Env, http: Http): AirtelConfig | null {
  const {
    AIRTEL_CLIENT_ID: clientId,
    AIRTEL_CLIENT_SECRET: clientSecret,
    AIRTEL_PUBLIC_KEY,
    AIRTEL_PIN: pin,
  } = env
  if (!clientId || !clientSecret || !AIRTEL_PUBLIC_KEY || !pin) return null
  const publicKey = readPublicKey(AIRTEL_PUBLIC_KEY)
  return { baseUrl: env.AIRTEL_BASE_URL, clientId, clientSecret, publicKey, pin, ...http }
}

const CALLBACK_DELAY_MS = 1500
const DEMO_SECRET = 'demo-airtime-callback-secret'

/** Start a simulator for each, with money of its own, that calls this server back. */
async function openSimulatedRails(env: Env, http: Http & { callbackUrl: string }) {
  const { callbackUrl, ...client } = http
  const stateFile = (name: string) => path.resolve(env.DATA_DIR, `${name}-simulator.jsonl`)
  const airtelSimulator = await startAirtelSimulator({
    stateFile: stateFile('airtel'),
    callbackUrl: `${callbackUrl}/hooks/p/airtel-simulator`,
    callbackDelayMs: CALLBACK_DELAY_MS,
  })
  const airtimeSimulator = await startAirtimeSimulator({
    stateFile: stateFile('airtime'),
    callbackUrl: `${callbackUrl}/hooks/p/airtime-simulator/${DEMO_SECRET}`,
    callbackDelayMs: CALLBACK_DELAY_MS,
  })
  const airtel = createAirtel({
    baseUrl: airtelSimulator.url,
    clientId: 'demo',
    clientSecret: 'demo',
    publicKey: airtelSimulator.publicKey,
    pin: '1234',
    ...client,
  })
  const airtime = createAirtime({
    baseUrl: airtimeSimulator.url,
    username: 'sandbox',
    apiKey: 'key',
    ...client,
  })
  const isRetired = (method: 'airtel' | 'airtime') => !env.payoutMethods.includes(method)
  const { callbackKey } = airtelSimulator
  return {
    rails: [
      connectAirtel('airtel-simulator', { airtel, callbackKey, isRetired: isRetired('airtel') }),
      connectAirtime('airtime-simulator', { airtime, secret: DEMO_SECRET, isRetired: isRetired('airtime') }),
    ],
    close: async () => {
      await airtelSimulator.close()
      await airtimeSimulator.close()
    },
  }
}

type Connection = { airtel: Airtel; callbackKey: string; isRetired?: boolean }

/** Pay out through Airtel Money, real or simulated. `name` tells the two apart in every attempt. */
export function connectAirtel(name: string, connection: Connection): PayoutProvider {
  const { airtel, callbackKey, isRetired = false } = connection
  return {
    name,
    methods: ['airtel'],
    isRetired,
    namesAmount: false,
    sharedCallbacks: {
      findPayment: findAirtelPayment,
      isGenuine: ({ body, signature }) => isSignedByAirtel(body, signature, callbackKey),
    },
    prepare: airtel.prepare,
    send: airtel.send,
    queryStatus: airtel.queryStatus,
    queryBalance: airtel.queryBalance,
    parseResult: parseAirtelCallback,
    parseStatus: parseAirtelCallback,
  }
}

type AirtimeConnection = { airtime: Airtime; secret: string; isRetired?: boolean }

/** Pay out as airtime by Africa's Talking, real or simulated. */
export function connectAirtime(
  name: string,
  { airtime, secret, isRetired = false }: AirtimeConnection,
): PayoutProvider {
  return {
    name,
    methods: ['airtime'],
    isRetired,
    sharedCallbacks: {
      findPayment: findAirtimePayment,
      isGenuine: ({ signature }) => knowsSecret(signature, secret),
    },
    prepare: airtime.prepare,
    send: airtime.send,
    queryStatus: airtime.queryStatus,
    queryBalance: airtime.queryBalance,
    parseResult: parseAirtimeCallback,
    parseStatus: parseAirtimeCallback,
  }
}
