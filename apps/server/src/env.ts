import { isIP } from 'node:net'
import { sayProblem } from '@chuma/api/language/words'
import { noFigures, sampleFigures } from '@chuma/contract/admin/figures'
import { line } from '@chuma/contract/fields'
import { type Problem, readRefusal } from '@chuma/contract/problems'
import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { readSealKeys, type SealKeys } from '@chuma/core/books/seals/seal-keys'
import { parseSecretsKey } from '@chuma/core/secrets/secrets'
import * as z from 'zod'
import { checkRails, checkSms, chooseSmsProvider, railsShape, smsShape } from './providers/rails-env.ts'

const OFF = new Set(['off', 'false', '0'])

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], 'use on or off')
  .transform((text) => ['on', 'true', '1'].includes(text))
const seconds = z.coerce.number('give a number of seconds').positive()
const secretsKey = z.string().transform((text, ctx) => {
  const key = parseSecretsKey(text)
  if (key) return key
  ctx.addIssue('give 32 random bytes in base64, made with: openssl rand -base64 32')
  return z.NEVER
})
const httpUrl = z.url({ protocol: /^https?$/, error: 'give an http or https address' })

/** The addresses Safaricom says it calls back from. */
const SAFARICOM = [
  ...['200', '206', '207', '208'].map((end) => `196.201.214.${end}`),
  ...['44', '114'].map((end) => `196.201.213.${end}`),
  ...['69', '74', '127', '129', '136', '138'].map((end) => `196.201.212.${end}`),
].join()

const daraja = z.object({
  DARAJA_BASE_URL: httpUrl,
  DARAJA_CONSUMER_KEY: z.string().min(1),
  DARAJA_CONSUMER_SECRET: z.string().min(1),
  DARAJA_SHORT_CODE: z.string().regex(/^\d{5,7}$/, 'give 5 to 7 digits'),
  DARAJA_INITIATOR_NAME: z.string().min(1),
  DARAJA_SECURITY_CREDENTIAL: z.string().min(1),
})

/** Without one a stolen or guessed password is the whole company. */
const NEEDS_SECOND_FACTOR =
  'production requires a second factor of staff; optional-in-production runs without, and warns at every start'

const schema = z
  .object({
    NODE_ENV: z.string().default('development'),
    PORT: z.coerce
      .number('give a port number')
      .int()
      .min(1, 'give a port number')
      .max(65535, 'give a port number')
      .default(3000),
    HOST: z.string().default('127.0.0.1'),
    ROLE: z.enum(['all', 'web', 'worker'], 'use all, web or worker').default('all'),
    METRICS_TOKEN: z.string().min(16, 'give at least 16 characters').max(200).optional(),
    MIGRATE: onOff.default(true),
    DRAIN_SECONDS: z.coerce.number('give a number of seconds').min(0).max(300).default(0),
    PUBLIC_URL: httpUrl.optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'give a postgres:// address' }).optional(),
    DATABASE_DIRECT_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'give a postgres:// address' })
      .optional(),
    DATABASE_OWNER_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'give a postgres:// address' })
      .optional(),
    DATABASE_CONNECTIONS: z.coerce
      .number('give a number')
      .int('give a whole number')
      .min(2)
      .max(500)
      .default(10),
    DATABASE_WAIT_SECONDS: seconds.max(30).default(0.8),
    DATABASE_TIMEOUTS: z.enum(['required', 'unchecked'], 'use required or unchecked').default('required'),
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
    OTEL_SERVICE_NAME: line(100).default('chuma'),
    ROOTS_DIR: z.string().optional(),
    SEAL_KEYS: z.string().transform(readKeys).optional(),
    DATA_DIR: z.string().default('.data'),
    SECRETS_KEY: secretsKey.optional(),
    SECRETS_KEYS_OLD: z
      .string()
      .default('')
      .transform((text) => text.split(',').filter((part) => part.trim() !== ''))
      .pipe(z.array(secretsKey)),
    DEMO: onOff.optional(),
    DEMO_STORY: onOff.default(true),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'give an smtp:// or smtps:// address' }).optional(),
    MAIL_FROM: z.string().default('Chuma <no-reply@chuma.example>'),
    EMAIL_VERIFICATION: z.enum(['required', 'off'], 'use required or off').default('required'),
    STAFF_SECOND_FACTOR: z
      .enum(['optional', 'required', 'optional-in-production'], 'use optional or required')
      .optional(),
    PRODUCT_NAME: line(40).default('Chuma'),
    SUPPORT_EMAIL: z.email().default('support@chuma.example'),
    SUPPORT_PHONE: line(40).default('+254 20 000 0000'),
    SUPPORT_HOURS: line(200).default('Mon-Fri 9:00 AM - 6:00 PM PST; Weekend 10:00 AM - 4:00 PM PST'),
    OFFICE_ADDRESS: line(200).default('San Francisco, United States'),
    PAYOUT_PROVIDER: z.enum(['manual', 'daraja', 'simulator'], 'use manual, daraja or simulator').optional(),
    ...railsShape,
    PAYOUT_PER_SECOND: z
      .string()
      .default('20')
      .transform((text) => (OFF.has(text) ? null : Number(text)))
      .pipe(z.number('use a number, or off').positive().max(1000).nullable()),
    PAYOUT_LEASE_SECONDS: seconds.default(60),
    PAYOUT_CHECK_SECONDS: z
      .string()
      .default('120,300,900,3600,21600,86400')
      .transform((text) => text.split(',').map(Number))
      .pipe(z.array(z.number().positive()).min(1)),
    PAYOUT_SWEEP_SECONDS: seconds.default(5),
    ...smsShape,
    TRUST_PROXY: z
      .string()
      .default('off')
      .refine(
        (text) => OFF.has(text) || /^\d{1,2}$/.test(text) || text.split(',').every(isNetwork),
        'use off, a number of proxies, or their addresses',
      ),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
    ...daraja.partial().shape,
    DARAJA_CALLBACK_NETWORKS: z
      .string()
      .default(SAFARICOM)
      .transform((text) => text.split(',').map((network) => network.trim()))
      .refine((networks) => networks.every(isNetwork), 'give addresses or networks with commas between them'),
    DARAJA_STK_SHORT_CODE: z
      .string()
      .regex(/^\d{5,7}$/, 'give 5 to 7 digits')
      .optional(),
    DARAJA_STK_PASSKEY: z.string().min(1).optional(),
    DARAJA_STK_TILL: z
      .string()
      .regex(/^\d{5,7}$/, 'give 5 to 7 digits')
      .optional(),
  })
  .superRefine((env, ctx) => {
    const problem = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (env.DEMO && env.NODE_ENV === 'production')
      problem('DEMO', 'demo mode and NODE_ENV=production exclude each other')
    if (env.NODE_ENV === 'production' && env.STAFF_SECOND_FACTOR === 'optional')
      problem('STAFF_SECOND_FACTOR', NEEDS_SECOND_FACTOR)
    if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
      problem('DATABASE_DIRECT_URL', 'only beside DATABASE_URL, which goes through a pool then')
    if (env.NODE_ENV === 'production' && !env.SECRETS_KEY)
      problem('SECRETS_KEY', 'needed in production: 32 random bytes in base64 (openssl rand -base64 32)')
    if (env.SECRETS_KEYS_OLD.length > 0 && !env.SECRETS_KEY)
      problem('SECRETS_KEYS_OLD', 'only beside SECRETS_KEY, which seals what is new')
    if (env.DATABASE_OWNER_URL && !env.DATABASE_URL)
      problem('DATABASE_OWNER_URL', 'only beside DATABASE_URL, whose role gets its rights then')
    // The simulator pays nobody and reports success.
    if (env.PAYOUT_PROVIDER === 'simulator' && !isDemo(env))
      problem('PAYOUT_PROVIDER', 'simulator is for demo mode only')
    if ((env.DARAJA_STK_SHORT_CODE === undefined) !== (env.DARAJA_STK_PASSKEY === undefined)) {
      const missing = env.DARAJA_STK_PASSKEY ? 'DARAJA_STK_SHORT_CODE' : 'DARAJA_STK_PASSKEY'
      problem(missing, 'needed to take payments for premium')
    }
    checkSms(env, problem)
    checkRails(env, problem)
    if (env.PAYOUT_PROVIDER === 'daraja') {
      for (const name of Object.keys(daraja.shape) as (keyof z.infer<typeof daraja>)[]) {
        if (!env[name]) problem(name, 'needed for PAYOUT_PROVIDER=daraja')
      }
    }
  })

const OWN_METHODS: WithdrawalMethod[] = ['mpesa', 'bank']
const DEMO_METHODS: WithdrawalMethod[] = [...OWN_METHODS, 'airtel', 'airtime']

export type Env = ReturnType<typeof readEnv>

/**
 * Read the process's settings, with working defaults for a laptop.
 * @throws Error whose message has one line for each variable that is wrong
 */
export function readEnv(variables: NodeJS.ProcessEnv = process.env) {
  // Secrets are pasted, and a file that ends with a line break becomes a variable that does.
  const trimmed = Object.entries(variables).map(([name, value]) => [name, value?.trim()] as const)
  const given = Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (!result.success) {
    throw new Error(result.error.issues.map(describeIssue).join('\n'))
  }
  const env = result.data
  const demo = isDemo(env)
  const isProduction = env.NODE_ENV === 'production'
  return {
    ...env,
    demo,
    accounts: {
      isVerificationRequired: env.EMAIL_VERIFICATION === 'required',
      isSecondFactorRequired:
        (env.STAFF_SECOND_FACTOR ?? (isProduction ? 'required' : 'optional')) === 'required',
      isSecondFactorWaived: isProduction && env.STAFF_SECOND_FACTOR === 'optional-in-production',
    },
    // Someone trying it on a laptop wants a few lines, not one per request.
    logLevel: env.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin,
    smsProvider: chooseSmsProvider(env),
    payoutProvider: env.PAYOUT_PROVIDER ?? (demo ? 'simulator' : 'manual'),
    // The simulators pay every way.
    payoutMethods: env.PAYOUT_METHODS ?? (demo ? DEMO_METHODS : OWN_METHODS),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    /** Until an owner chooses others in the browser. Without a demo nothing is claimed. */
    product: {
      figures: demo ? sampleFigures : noFigures,
      name: env.PRODUCT_NAME,
      email: env.SUPPORT_EMAIL,
      phone: env.SUPPORT_PHONE,
      address: env.OFFICE_ADDRESS,
      hours: env.SUPPORT_HOURS.split(';').flatMap((part) => part.trim() || []),
    },
  }
}

type DemoSettings = { DEMO?: boolean | undefined; DATABASE_URL?: string | undefined; NODE_ENV: string }

function isDemo({ DEMO, DATABASE_URL, NODE_ENV }: DemoSettings): boolean {
  return DEMO ?? (DATABASE_URL === undefined && NODE_ENV !== 'production')
}

function readKeys(text: string, ctx: z.RefinementCtx): SealKeys {
  try {
    return readSealKeys(text)
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
}

/** Off, a number of hops, or the addresses and networks whose `X-Forwarded-For` is trusted. Never everyone's. */
function readTrustProxy(text: string) {
  if (OFF.has(text)) return false
  const hops = /^\d+$/.test(text) ? Number(text) : null
  if (hops !== null) return (_address: string, hop: number) => hop < hops
  return text.split(',').map((part) => part.trim())
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.trim().split('/')
  return rest.length === 0 && isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= 128
}

/** Contract checks report a problem as a code; the checks of this file already use words. */
function describeIssue({ path, message }: z.core.$ZodIssue): string {
  const refusal = readRefusal(message)
  return `${path.join('.')}: ${refusal ? sayProblem('en', refusal as Problem) : message}`
}
