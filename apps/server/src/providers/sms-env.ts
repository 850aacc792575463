import * as z from 'zod'

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
type Problem = (path: string, message: string) => void

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
