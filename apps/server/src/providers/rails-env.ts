import { WITHDRAWAL_METHODS } from '@chuma/contract/wallet/wallet'
import * as z from 'zod'

const methods = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
  .pipe(z.array(z.enum(WITHDRAWAL_METHODS, `use ${WITHDRAWAL_METHODS.join(', ')}`)))

/** What payments to Airtel wallets need. */
const airtel = z.object({
  AIRTEL_CLIENT_ID: z.string().min(1),
  AIRTEL_CLIENT_SECRET: z.string().min(1),
  AIRTEL_PUBLIC_KEY: z.string().min(100, 'give the RSA key of the portal, PEM or base64'),
  AIRTEL_PIN: z.string().regex(/^\d{4}$/, 'give four digits'),
  AIRTEL_CALLBACK_KEY: z.string().min(8, 'give the private key for callbacks that the portal shows'),
})
export const AIRTEL_VARIABLES = Object.keys(airtel.shape) as (keyof z.infer<typeof airtel>)[]
/** What airtime needs; the first two are those of texts to phones. */
export const AIRTIME_VARIABLES = [
  'AFRICASTALKING_USERNAME',
  'AFRICASTALKING_API_KEY',
  'AIRTIME_CALLBACK_SECRET',
] as const

/** The settings of payments other than by M-Pesa. */
export const railsShape = {
  PAYOUT_METHODS: methods.optional(),
  AIRTEL_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'give an http or https address' })
    .default('https://openapi.airtel.africa'),
  ...airtel.partial().shape,
  AIRTIME_CALLBACK_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9_-]{24,100}$/, 'give 24 or more letters and digits, made with: openssl rand -hex 24')
    .optional(),
}

type RailSettings = z.infer<z.ZodObject<typeof railsShape>> & {
  AFRICASTALKING_USERNAME?: string | undefined
  AFRICASTALKING_API_KEY?: string | undefined
}
type Problem = (path: string, message: string) => void

/** A provider that is set up by half pays nobody, and nobody would notice. */
export function checkRails(env: RailSettings, problem: Problem): void {
  const missing = AIRTEL_VARIABLES.filter((name) => !env[name])
  if (missing.length > 0 && missing.length < AIRTEL_VARIABLES.length) {
    for (const name of missing) problem(name, 'needed beside the other variables of Airtel')
  }
  if (env.AIRTIME_CALLBACK_SECRET === undefined) return
  for (const name of ['AFRICASTALKING_USERNAME', 'AFRICASTALKING_API_KEY'] as const) {
    if (!env[name]) problem(name, 'needed beside AIRTIME_CALLBACK_SECRET')
  }
}

/** The settings of texts to phones. */
export const smsShape = {
  SMS_PROVIDER: z
    .enum(['africastalking', 'captured', 'off'], 'use africastalking, captured or off')
    .optional(),
  AFRICASTALKING_USERNAME: z.string().min(1).max(100).optional(),
  AFRICASTALKING_API_KEY: z.string().min(1).optional(),
  AFRICASTALKING_SENDER: z
    .string()
    .regex(/^[A-Za-z0-9 _-]{1,15}$/, 'give a registered sender name or short code')
    .optional(),
  AFRICASTALKING_BASE_URL: z.url({ protocol: /^https?$/, error: 'give an http or https address' }).optional(),
}

type SmsSettings = z.infer<z.ZodObject<typeof smsShape>> & { NODE_ENV: string }

export function checkSms(env: SmsSettings, problem: Problem): void {
  if (env.SMS_PROVIDER === 'africastalking') {
    for (const name of ['AFRICASTALKING_USERNAME', 'AFRICASTALKING_API_KEY'] as const) {
      if (!env[name]) problem(name, 'needed for SMS_PROVIDER=africastalking')
    }
  }
  // Codes would be readable in the database, and reach nobody.
  if (env.SMS_PROVIDER === 'captured' && env.NODE_ENV === 'production')
    problem('SMS_PROVIDER', 'captured is for demo mode and development')
}

/** Without a provider members of a production prove their numbers by their first payment. */
export function chooseSmsProvider(env: SmsSettings): 'africastalking' | 'captured' | 'off' {
  if (env.SMS_PROVIDER) return env.SMS_PROVIDER
  if (env.AFRICASTALKING_USERNAME && env.AFRICASTALKING_API_KEY) return 'africastalking'
  return env.NODE_ENV === 'production' ? 'off' : 'captured'
}
