import { problem } from '@chuma/contract/problems'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { givenTaxRate } from '../books/testing.ts'
import { forgetWork, newNumber, runJobs } from '../payouts/testing.ts'
import { requestWithdrawal } from '../payouts/withdrawals.ts'
import { createMailCapture, createTestDeps, givenMember } from '../testing.ts'
import { getTerms } from './statements.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { mail, sent } = createMailCapture()
const plain = createTestDeps(db, { mail })
const open = { ...plain, payouts: { ...plain.payouts, methods: ['mpesa', 'bank', 'paypal'] as const } }
const idempotencyKey = undefined

beforeEach(async () => {
  await forgetWork(db)
  await givenTaxRate(db, 0)
})

const paypal = (pointsToWithdraw: number, paypalEmail = 'amina@example.com') => ({
  withdrawalMethod: 'paypal' as const,
  pointsToWithdraw,
  paypalEmail,
  idempotencyKey,
})
const mpesa = (pointsToWithdraw: number) => ({
  withdrawalMethod: 'mpesa' as const,
  pointsToWithdraw,
  mpesaNumber: newNumber(),
  idempotencyKey,
})

test('a PayPal amount is fixed in dollars at the current rate, rounded down to cents', async () => {
  const member = await givenMember(db, { points: 10 })
  expect(await requestWithdrawal(open, member, paypal(2))).toMatchObject({
    amountKes: 2000,
    amountUsd: 15.5,
    payoutKes: 2000,
    paypalEmail: 'amina@example.com',
    mpesaNumber: null,
    reviewReasons: ['new-paypal'],
  })
  expect(await requestWithdrawal(open, member, paypal(2))).toMatchObject({ reviewReasons: [] })
  await runJobs(open)
  expect(sent).toMatchObject([{ mail: { method: 'paypal', destination: 'a…@example.com' } }])
})

test('a PayPal payment is the amount after tax', async () => {
  const member = await givenMember(db, { points: 10 })
  await givenTaxRate(db, 5)
  expect(await requestWithdrawal(open, member, paypal(2))).toMatchObject({
    amountKes: 2000,
    taxKes: 100,
    payoutKes: 1900,
    amountUsd: 14.72,
  })
})

test('less than a dollar is refused, and so is a closed method', async () => {
  const member = await givenMember(db, { points: 10 })
  const cheap = { ...open, economy: async () => ({ ...(await open.economy()), kesPerPoint: 128 }) }
  await expect(requestWithdrawal(cheap, member, paypal(1))).rejects.toMatchObject({
    fields: { pointsToWithdraw: [problem('PAYPAL_TOO_SMALL', { amountUsd: 1 })] },
  })
  const exact = { ...open, economy: async () => ({ ...(await open.economy()), kesPerPoint: 129 }) }
  await expect(requestWithdrawal(exact, member, paypal(1))).resolves.toMatchObject({ amountUsd: 1 })
  await expect(requestWithdrawal(plain, member, paypal(2))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { withdrawalMethod: [problem('METHOD_CLOSED', { methods: ['mpesa', 'bank'] })] },
  })
})

test('the terms contain the open methods and today’s tax', async () => {
  expect(await getTerms(plain)).toMatchObject({ methods: ['mpesa', 'bank'], taxPercent: 0, kesPerUsd: 129 })
  await givenTaxRate(db, 7.5, { daysAgo: -1 })
  expect(await getTerms(plain)).toMatchObject({ taxPercent: 0 })
  await givenTaxRate(db, 7.5)
  expect(await getTerms(open)).toMatchObject({ methods: ['mpesa', 'bank', 'paypal'], taxPercent: 7.5 })
})

test('tax applies from the day of its rate, and the caller’s amount is gross', async () => {
  const member = await givenMember(db, { points: 10 })
  await givenTaxRate(db, 7.25, { daysAgo: -2 })
  expect(await requestWithdrawal(open, member, mpesa(3))).toMatchObject({ taxPercent: 0, payoutKes: 3000 })
  await givenTaxRate(db, 7.25)
  const answer = await requestWithdrawal(open, member, { ...mpesa(3), amountKes: 3000 })
  expect(answer).toMatchObject({ amountKes: 3000, taxPercent: 7.25, taxKes: 218, payoutKes: 2782 })
  await expect(requestWithdrawal(open, member, { ...mpesa(3), amountKes: 2782 })).rejects.toMatchObject({
    fields: { amountKes: [problem('AMOUNT_DIFFERS', { points: 3, amountKes: 3000 })] },
  })
})

test('M-Pesa’s limits apply to the amount after tax', async () => {
  const member = await givenMember(db, { points: 300 })
  await givenTaxRate(db, 5)
  await expect(requestWithdrawal(open, member, mpesa(260))).resolves.toMatchObject({ payoutKes: 247_000 })
  const small = { ...open, economy: async () => ({ ...(await open.economy()), kesPerPoint: 10 }) }
  await expect(requestWithdrawal(small, member, mpesa(1))).rejects.toMatchObject({
    fields: { pointsToWithdraw: [problem('MPESA_OUT_OF_RANGE', { minKes: 10, maxKes: 250_000 })] },
  })
})

test('a withdrawal with nothing left after tax is refused', async () => {
  const member = await givenMember(db, { points: 3 })
  await givenTaxRate(db, 50)
  const tiny = { ...open, economy: async () => ({ ...(await open.economy()), kesPerPoint: 1 }) }
  const bank = { bankName: 'Equity', accountNumber: '0123456789', accountName: 'Amina Otieno' }
  const request = { withdrawalMethod: 'bank' as const, pointsToWithdraw: 1, ...bank, idempotencyKey }
  await expect(requestWithdrawal(tiny, member, request)).rejects.toMatchObject({
    fields: { pointsToWithdraw: [problem('NOTHING_AFTER_TAX')] },
  })
})
