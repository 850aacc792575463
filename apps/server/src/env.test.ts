import { noFigures, sampleFigures } from '@chuma/contract/admin/figures'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const DATABASE_URL = 'postgres://chuma@db/chuma'
const SECRETS_KEY = Buffer.alloc(32, 9).toString('base64')

test('no variables set means a demo on a laptop', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    demo: true,
    payoutProvider: 'simulator',
    trustProxy: false,
    logLevel: 'warn',
  })
})

test('a DATABASE_URL ends the demo, and payouts are made by hand', () => {
  expect(readEnv({ DATABASE_URL })).toMatchObject({ demo: false, payoutProvider: 'manual', logLevel: 'info' })
  expect(readEnv({ DATABASE_URL, DEMO: 'on' })).toMatchObject({ demo: true, payoutProvider: 'simulator' })
  expect(readEnv({ NODE_ENV: 'production', SECRETS_KEY })).toMatchObject({
    demo: false,
    payoutProvider: 'manual',
  })
})

test('the operator sets the name and the contact details, the hours in any number of lines; only a demo claims figures', () => {
  expect(readEnv({}).product).toEqual({
    figures: sampleFigures,
    name: 'Chuma',
    email: 'support@chuma.example',
    phone: '+254 20 000 0000',
    address: 'San Francisco, United States',
    hours: ['Mon-Fri 9:00 AM - 6:00 PM PST', 'Weekend 10:00 AM - 4:00 PM PST'],
  })
  const given = {
    PRODUCT_NAME: 'Pesa Poa',
    SUPPORT_EMAIL: 'habari@chuma.test',
    SUPPORT_PHONE: '0700 000 000',
    OFFICE_ADDRESS: 'Ngong Road, Nairobi',
    SUPPORT_HOURS: 'Every day;; 8 to 8 ;',
  }
  expect(readEnv({ NODE_ENV: 'production', SECRETS_KEY }).product.figures).toEqual(noFigures)
  expect(readEnv(given).product).toMatchObject({
    name: 'Pesa Poa',
    email: 'habari@chuma.test',
    phone: '0700 000 000',
    address: 'Ngong Road, Nairobi',
    hours: ['Every day', '8 to 8'],
  })
})

test('PayPal is open only where it is listed', () => {
  expect(readEnv({ DATABASE_URL }).payoutMethods).toEqual(['mpesa', 'bank'])
  expect(readEnv({}).payoutMethods).toEqual(['mpesa', 'bank', 'airtel', 'airtime'])
  expect(readEnv({ PAYOUT_METHODS: 'paypal, mpesa,mpesa' }).payoutMethods).toEqual(['paypal', 'mpesa'])
})

test('an empty variable counts as not set, and links follow the port', () => {
  expect(readEnv({ PORT: '8080', DATABASE_URL: '', SMTP_URL: '' })).toMatchObject({
    publicUrl: 'http://localhost:8080',
    demo: true,
  })
  expect(readEnv({ PUBLIC_URL: 'https://chuma.example/' }).publicUrl).toBe('https://chuma.example')
})

test.each([
  [{ PORT: 'abc' }, 'PORT: give a port number'],
  [{ PORT: '0' }, 'PORT: give a port number'],
  [{ PAYOUT_METHODS: 'cash' }, 'PAYOUT_METHODS.0: use mpesa, bank, paypal, airtel, airtime'],
  [{ DEMO: 'maybe' }, 'DEMO: use on or off'],
  [
    { NODE_ENV: 'production', STAFF_SECOND_FACTOR: 'optional', SECRETS_KEY },
    'STAFF_SECOND_FACTOR: production requires a second factor of staff; optional-in-production runs without, and warns at every start',
  ],
  [
    { DEMO: 'on', NODE_ENV: 'production', SECRETS_KEY },
    'DEMO: demo mode and NODE_ENV=production exclude each other',
  ],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL: give a postgres:// address'],
  [{ PUBLIC_URL: 'ftp://x' }, 'PUBLIC_URL: give an http or https address'],
  [{ SMTP_URL: 'http://x' }, 'SMTP_URL: give an smtp:// or smtps:// address'],
  [{ DATABASE_URL, PAYOUT_PROVIDER: 'simulator' }, 'PAYOUT_PROVIDER: simulator is for demo mode only'],
  [
    { NODE_ENV: 'production', SECRETS_KEY, PAYOUT_PROVIDER: 'simulator' },
    'PAYOUT_PROVIDER: simulator is for demo mode only',
  ],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY: use off, a number of proxies, or their addresses'],
  [{ TRUST_PROXY: '10.0.0.0/8/8' }, 'TRUST_PROXY: use off, a number of proxies, or their addresses'],
  [{ SUPPORT_PHONE: '0700\u001b000' }, 'SUPPORT_PHONE: Contains characters that cannot be shown'],
  [{ PAYOUT_PROVIDER: 'bank' }, 'PAYOUT_PROVIDER: use manual, daraja or simulator'],
  [
    { NODE_ENV: 'production' },
    'SECRETS_KEY: needed in production: 32 random bytes in base64 (openssl rand -base64 32)',
  ],
  [
    { SECRETS_KEY: 'too-short' },
    'SECRETS_KEY: give 32 random bytes in base64, made with: openssl rand -base64 32',
  ],
  [
    { SECRETS_KEY, SECRETS_KEYS_OLD: `${SECRETS_KEY},x` },
    'SECRETS_KEYS_OLD.1: give 32 random bytes in base64, made with: openssl rand -base64 32',
  ],
  [{ SECRETS_KEYS_OLD: SECRETS_KEY }, 'SECRETS_KEYS_OLD: only beside SECRETS_KEY, which seals what is new'],
])('%j is refused in one line', (variables, line) => {
  expect(() => readEnv(variables)).toThrow(new Error(line))
})

test('Daraja needs all its variables, and each missing one is named', () => {
  const lines = (variables: NodeJS.ProcessEnv) => {
    try {
      readEnv({ ...variables, PAYOUT_PROVIDER: 'daraja' })
      return []
    } catch (error) {
      return error instanceof Error ? error.message.split('\n').map((line) => line.split(':')[0]) : []
    }
  }
  expect(lines({ DARAJA_BASE_URL: 'https://sandbox.example', DARAJA_SHORT_CODE: '600992' })).toEqual([
    'DARAJA_CONSUMER_KEY',
    'DARAJA_CONSUMER_SECRET',
    'DARAJA_INITIATOR_NAME',
    'DARAJA_SECURITY_CREDENTIAL',
  ])
})

test('a proxy is trusted by the number of hops or by address, never unconditionally', () => {
  const { trustProxy } = readEnv({ TRUST_PROXY: '1' })
  const isTrusted = trustProxy as (address: string, hop: number) => boolean
  expect([isTrusted('10.0.0.1', 0), isTrusted('10.0.0.2', 1)]).toEqual([true, false])
  expect(readEnv({ TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' }).trustProxy).toEqual(['10.0.0.0/8', '127.0.0.1'])
  expect(readEnv({ TRUST_PROXY: 'off' }).trustProxy).toBe(false)
})

test.each([
  [{}, false, false],
  [{ STAFF_SECOND_FACTOR: 'required' }, true, false],
  [{ NODE_ENV: 'production' }, true, false],
  [{ NODE_ENV: 'production', STAFF_SECOND_FACTOR: 'required' }, true, false],
  [{ NODE_ENV: 'production', STAFF_SECOND_FACTOR: 'optional-in-production' }, false, true],
])('with %j a second factor of staff is required: %j, and waived: %j', (variables, isRequired, isWaived) => {
  expect(readEnv({ SECRETS_KEY, ...variables })).toMatchObject({
    accounts: { isSecondFactorRequired: isRequired, isSecondFactorWaived: isWaived },
  })
})
