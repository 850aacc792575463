import { expect, test } from 'vitest'
import { readEnv } from '../env.ts'

const SECRETS_KEY = Buffer.alloc(32, 9).toString('base64')
const DATABASE_URL = 'postgres://chuma@db/chuma'
const production = { NODE_ENV: 'production', SECRETS_KEY }
const account = { AFRICASTALKING_USERNAME: 'chuma', AFRICASTALKING_API_KEY: 'key' }

test('texts are captured on a laptop, off in a production without a provider, and sent with one', () => {
  expect(readEnv({}).smsProvider).toBe('captured')
  expect(readEnv({ DATABASE_URL }).smsProvider).toBe('captured')
  expect(readEnv(production).smsProvider).toBe('off')
  expect(readEnv({ ...production, ...account }).smsProvider).toBe('africastalking')
  expect(readEnv({ ...production, ...account, SMS_PROVIDER: 'off' }).smsProvider).toBe('off')
})

test.each([
  [{ SMS_PROVIDER: 'twilio' }, 'SMS_PROVIDER: use africastalking, captured or off'],
  [{ ...production, SMS_PROVIDER: 'captured' }, 'SMS_PROVIDER: captured is for demo mode and development'],
  [
    { SMS_PROVIDER: 'africastalking', AFRICASTALKING_USERNAME: 'chuma' },
    'AFRICASTALKING_API_KEY: needed for SMS_PROVIDER=africastalking',
  ],
  [
    { AFRICASTALKING_SENDER: 'A name that is too long' },
    'AFRICASTALKING_SENDER: give a registered sender name',
  ],
  [{ AFRICASTALKING_BASE_URL: 'ftp://x' }, 'AFRICASTALKING_BASE_URL: give an http or https address'],
])('%j is refused: %s', (variables, problem) => {
  expect(() => readEnv(variables)).toThrow(problem)
})
