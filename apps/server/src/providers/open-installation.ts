import { randomBytes } from 'node:crypto'
import type { PayoutTest } from '@chuma/contract/admin/set-up'
import type { MailOutcome } from '@chuma/contract/mails'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import type { PhoneMethod } from '@chuma/contract/wallet/wallet'
import type { Installation } from '@chuma/core/admin/set-up/installation'
import type { Postbacks } from '@chuma/core/partners/postbacks'
import type { PayoutProvider, Payouts } from '@chuma/core/payouts/attempts/payouts'
import { createDaraja } from '@chuma/mpesa/daraja-client'
import { postbackUrls } from '@chuma/postback/preset'
import { findPartnerPreset, partnerPresets } from '@chuma/postback/presets'
import { partnerScheme } from '@chuma/postback/settings'
import { explainSignature, verifyPostback } from '@chuma/postback/verdict'
import type { Env } from '../env.ts'
import type { Mailing } from '../jobs/do-job.ts'
import { AIRTEL_VARIABLES, AIRTIME_VARIABLES } from './rails-env.ts'

const PAYOUT_VARIABLES = [
  'DARAJA_BASE_URL',
  'DARAJA_CONSUMER_KEY',
  'DARAJA_CONSUMER_SECRET',
  'DARAJA_SHORT_CODE',
  'DARAJA_INITIATOR_NAME',
  'DARAJA_SECURITY_CREDENTIAL',
] as const
const PREMIUM_VARIABLES = ['DARAJA_STK_SHORT_CODE', 'DARAJA_STK_PASSKEY'] as const
/** Shorter than the server's own limit on a request. */
const TEST_TIMEOUT_MS = 15_000

type Parts = { rails: Payouts['rails']; mailing: Mailing }

/** What the environment says about this installation, for the set-up in the browser. */
export function openInstallation(env: Env, { rails, mailing }: Parts): Installation {
  const list = (names: readonly (keyof Env)[]) =>
    names.map((name) => ({ name, isSet: env[name] !== undefined }))
  const isOpen = (method: PhoneMethod) =>
    rails.some(({ methods, isRetired }) => !isRetired && methods.includes(method))
  return {
    publicUrl: env.publicUrl,
    payouts: {
      provider: env.payoutProvider,
      variables: list(PAYOUT_VARIABLES),
      premiumVariables: list(PREMIUM_VARIABLES),
      rails: [
        { method: 'airtel', isOpen: isOpen('airtel'), variables: list(AIRTEL_VARIABLES) },
        { method: 'airtime', isOpen: isOpen('airtime'), variables: list(AIRTIME_VARIABLES) },
      ],
    },
    mail: { server: env.SMTP_URL ? new URL(env.SMTP_URL).host : null, from: env.MAIL_FROM },
    testPayouts: (method = 'mpesa') => testRail(env, { rails, method }),
    sendTestMail: (mail) => sendNow(mailing, mail),
  }
}

/** Test who pays this method, or would. */
async function testRail(
  env: Env,
  { rails, method }: { rails: Payouts['rails']; method: PhoneMethod },
): Promise<PayoutTest> {
  const rail = rails.find(({ methods, isRetired }) => !isRetired && methods.includes(method))
  if (!rail && method === 'mpesa') return tryDaraja(env)
  if (!rail) {
    const needed = method === 'airtel' ? AIRTEL_VARIABLES : AIRTIME_VARIABLES
    return { outcome: 'not-configured', missing: needed.filter((name) => !env[name]) }
  }
  // What has no token to get is asked for its balance.
  const balance = rail.queryBalance && method === 'airtime' ? await rail.queryBalance(NO_ADDRESS) : null
  if (balance && 'code' in balance) return { outcome: 'failed', code: balance.code, reason: balance.reason }
  return prepare(rail)
}

/** Of a provider that answers at once. */
const NO_ADDRESS = { remarks: 'Test', resultUrl: '', timeoutUrl: '' }

/** Get an access token, as before a payout. Nothing is ordered with it. */
async function prepare({ prepare }: PayoutProvider): Promise<PayoutTest> {
  const prepared = await prepare()
  if (prepared.outcome === 'ready') return { outcome: 'ready' }
  return { outcome: 'failed', code: prepared.code, reason: prepared.reason }
}

/** While people pay by hand: try the part of Daraja's settings that is there, before anyone switches to it. */
async function tryDaraja(env: Env): Promise<PayoutTest> {
  const { DARAJA_BASE_URL: baseUrl, DARAJA_CONSUMER_KEY: key, DARAJA_CONSUMER_SECRET: secret } = env
  if (!baseUrl || !key || !secret) {
    return { outcome: 'not-configured', missing: PAYOUT_VARIABLES.filter((name) => !env[name]) }
  }
  const daraja = createDaraja({
    baseUrl,
    consumerKey: key,
    consumerSecret: secret,
    shortCode: env.DARAJA_SHORT_CODE ?? '',
    initiatorName: env.DARAJA_INITIATOR_NAME ?? '',
    securityCredential: env.DARAJA_SECURITY_CREDENTIAL ?? '',
    timeoutMs: TEST_TIMEOUT_MS,
  })
  const prepared = await daraja.prepare()
  if (prepared.outcome === 'ready') return { outcome: 'ready' }
  return { outcome: 'failed', code: prepared.code, reason: prepared.reason }
}

async function sendNow(
  { write, transport }: Mailing,
  mail: Parameters<Installation['sendTestMail']>[0],
): Promise<MailOutcome> {
  let outcome: MailOutcome = { outcome: 'unknown', reason: 'Nothing was sent' }
  const send = write(async ({ kind: _, ...rendered }) => {
    outcome = await transport.send({
      ...rendered,
      messageId: `<${randomBytes(16).toString('hex')}@${transport.domain}>`,
    })
  })
  await send('sendTestMail', mail)
  return outcome
}

/** Join the rules about partners with their signature schemes. */
export function connectPostbacks(publicBaseUrl: string): Postbacks {
  return {
    publicBaseUrl,
    readScheme: (typed) => {
      const read = partnerScheme.safeParse(typed)
      if (read.success) return { ok: true, scheme: read.data, terms: read.data }
      return { ok: false, problems: toFieldProblems(read.error, typed) }
    },
    verify: (scheme, secret, request) => verifyPostback(partnerScheme.parse(scheme), [secret], request),
    explain: (scheme, secret, request) => explainSignature(partnerScheme.parse(scheme), [secret], request),
    presets: partnerPresets.map(({ click, ...preset }) => ({
      ...preset,
      clickUrl: click.url,
      knownAddresses: [...preset.knownAddresses],
      notes: [...preset.notes],
    })),
    callUrls: (id, publicKey) => {
      const preset = findPartnerPreset(id)
      return preset ? postbackUrls(preset, publicBaseUrl, publicKey) : []
    },
  }
}
