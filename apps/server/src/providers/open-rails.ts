import path from 'node:path'
import type { PayoutProvider } from '@chuma/core/payouts/attempts/payouts'
import { type AirtelConfig, createAirtel } from '@chuma/rails/airtel/airtel-client'
import { readPublicKey } from '@chuma/rails/airtel/seal-request'
import { createAirtime } from '@chuma/rails/airtime/airtime-client'
import { startAirtelSimulator } from '@chuma/rails/simulator/start-airtel-simulator'
import { startAirtimeSimulator } from '@chuma/rails/simulator/start-airtime-simulator'
import type { Env } from '../env.ts'
import { connectAirtel } from './connect-airtel.ts'
import { connectAirtime } from './connect-airtime.ts'

type Http = { timeoutMs: number; fetch?: typeof fetch }

/** Open the providers other than M-Pesa's that are set up. Those whose method is closed only finish what they have. */
export function openRails(env: Env, http: Http): PayoutProvider[] {
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
export async function openSimulatedRails(env: Env, http: Http & { callbackUrl: string }) {
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
