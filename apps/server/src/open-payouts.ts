import path from 'node:path'
import type { Payouts } from '@chuma/core/wallet/payouts'
import { createDaraja, type DarajaConfig } from '@chuma/mpesa/daraja-client'
import { startSimulator } from '@chuma/mpesa/simulator/start-simulator'
import type { FastifyBaseLogger } from 'fastify'
import { connectDaraja } from './connect-daraja.ts'
import type { Env } from './env.ts'

type Opened = { payouts: Payouts; close: () => Promise<void> }

const TIMEOUT_MS = 30_000

/** Who moves the money: a person, Safaricom, or the simulator that speaks Safaricom's language on loopback. */
export async function openPayouts(env: Env, log: FastifyBaseLogger): Promise<Opened> {
  const timing = { leaseSeconds: env.PAYOUT_LEASE_SECONDS, checkAfterSeconds: env.PAYOUT_CHECK_SECONDS }
  const nothing = async () => {}
  if (env.payoutProvider === 'manual') {
    return { payouts: { provider: null, callbackUrl: env.publicUrl, ...timing }, close: nothing }
  }
  if (env.payoutProvider === 'daraja') {
    const provider = connectDaraja('daraja', createDaraja({ ...readDaraja(env), timeoutMs: TIMEOUT_MS }))
    return { payouts: { provider, callbackUrl: env.publicUrl, ...timing }, close: nothing }
  }
  return openSimulator(env, { timing, log })
}

type SimulatorOptions = {
  timing: Pick<Payouts, 'leaseSeconds' | 'checkAfterSeconds'>
  log: FastifyBaseLogger
}

async function openSimulator(env: Env, { timing, log }: SimulatorOptions): Promise<Opened> {
  const consumer = { key: 'demo-key', secret: 'demo-secret' }
  // What it paid survives a restart, as what Safaricom paid would.
  const stateFile = path.resolve(env.DATA_DIR, 'mpesa-simulator.jsonl')
  const simulator = await startSimulator({ consumer, stateFile, callbackDelayMs: 1500 })
  log.info({ url: simulator.url }, 'M-Pesa simulator started')
  const config: DarajaConfig = {
    baseUrl: simulator.url,
    consumerKey: consumer.key,
    consumerSecret: consumer.secret,
    shortCode: '600992',
    initiatorName: 'demo',
    securityCredential: Buffer.alloc(256, 1).toString('base64'),
    timeoutMs: TIMEOUT_MS,
  }
  const host = ['0.0.0.0', '::'].includes(env.HOST) ? '127.0.0.1' : env.HOST
  const payouts = {
    provider: connectDaraja('simulator', createDaraja(config)),
    callbackUrl: `http://${host}:${env.PORT}`,
    ...timing,
  }
  return { payouts, close: () => simulator.close() }
}

/** env.ts has made sure that they are all there. */
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
