import { expect, test } from 'vitest'
import { findPurpose } from './read-bank.ts'

type More = { status?: string; hasLink?: boolean; isProviders?: boolean; hasParty?: boolean }
const row = (text: string, amountCents: number, more: More = {}) =>
  findPurpose({
    status: 'Completed',
    hasLink: false,
    isProviders: true,
    hasParty: false,
    text,
    amountCents,
    ...more,
  })

test.each([
  ['Business Payment to Customer via API', -1, 'payout'],
  ['Business Payment Charge', -1, 'charge'],
  ['Pay Bill Online', 1, 'collection'],
  ['Pay Bill Charge', -1, 'charge'],
  ['Organization Settlement Account deposit from bank', 1, 'top-up'],
  ['Utility Account to Organization Settlement Account', -1, 'transfer'],
  ['Working Account to Utility Account', 1, 'transfer'],
  ['Business Payment Reversal', 1, 'reversal'],
  ['Pay Bill Reversal', -1, 'reversal'],
  ['Something new', 1, 'money-in'],
  ['Something new', -1, 'payout'],
])('%s of %i is a %s', (text, cents, purpose) => {
  expect(row(text, cents)).toBe(purpose)
})

test('a row that is not completed is failed or pending, whatever it is for', () => {
  for (const status of ['Failed', 'DECLINED', 'Cancelled', 'expired']) {
    expect(row('Business Payment', -1, { status })).toBe('failed')
  }
  for (const status of ['Pending', 'Authorized', '']) {
    expect(row('Business Payment', -1, { status })).toBe('pending')
  }
})

test('money in with a linked payment is its reversal', () => {
  expect(row('Utility Account', 1, { hasLink: true })).toBe('reversal')
})

test('what people write cannot hide a payment', () => {
  // An account that a payer types, and the remark of somebody who pays another business from the portal.
  expect(row('Pay Bill Online\nPay Bill from 0712345678 Acc. CHARGE reversal', 1)).toBe('collection')
  expect(row('Business to Business\nremark: working account to utility account', -1)).toBe('payout')
})

test('money books itself as ours only where the provider says that it came from our own bank', () => {
  for (const text of [
    'Funds received from …678',
    'Deposit',
    'Top-up',
    'Organization Settlement Account deposit from bank …',
  ]) {
    expect(row(text, 1)).toBe('money-in')
  }
  const own = 'Organization Settlement Account deposit from bank'
  expect(row(own, 1, { hasParty: true })).toBe('money-in')
  // At a bank anybody may have written these words.
  expect(row(own, 1, { isProviders: false })).toBe('money-in')
  expect(row('Utility Account to Working Account', -1, { isProviders: false })).toBe('payout')
})
