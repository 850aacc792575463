import path from 'node:path'
import type { Payouts } from '@chuma/core/payouts/attempts/payouts'
import type { Collector } from '@chuma/core/premium/collector'
import type { Secrets } from '@chuma/core/secrets/secrets'
import type { Db } from '@chuma/db/client'
import { createDaraja, type DarajaConfig } from '@chuma/mpesa/daraja-client'
import { fetchOnce } from '@chuma/mpesa/post-once'
import { startSimulator } from '@chuma/mpesa/simulator/start-simulator'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '../env.ts'
import { traceFetch } from '../tracing/trace-fetch.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { connectCollector } from './connect-collector.ts'
import { connectDaraja } from './connect-daraja.ts'
import { createTokenStore } from './create-token-store.ts'
import { openRails, openSimulatedRails } from './open-rails.ts'

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
