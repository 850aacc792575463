import type { DateOrder } from '@chuma/contract/books/statements'
import { expect, test } from 'vitest'
import { findNumberEnd, findOrder, findPurpose, readCents, readMoment, shortenDetails } from './read-bank.ts'

test.each([
  ['2000', 2000_00],
  ['2,000.00', 2000_00],
  ['-2,000.5', -2000_50],
  ['1 234 567.89', 1_234_567_89],
  ['(350.00)', -350_00],
  ['350.00 DR', -350_00],
  ['350.00 CR', 350_00],
  ['KES 700', 700_00],
  ['-KES 700', -700_00],
  ['Ksh. 700.25', 700_25],
  ['2.000,50', 2000_50],
  ['0.07', 7],
  ['0.00', 0],
  ['-0.00', 0],
  // A float would be 1.1499999999999999 shillings here.
  ['1.15', 115],
  ['70,368,744.17', 70_368_744_17],
  ['Ksh1,234.00', 1234_00],
  ['KES500.00', 500_00],
  ['KSh. 500', 500_00],
  ['500/=', 500_00],
  ['Ksh 500/-', 500_00],
  ['1,234.00-', -1234_00],
  ['1,23,456.00', 123_456_00],
  ['20,00,000', 2_000_000_00],
  ['KES (500.00)', -500_00],
  ['10,000.00Cr.', 10_000_00],
  ['10,000.00 Dr.', -10_000_00],
  ['DR 500.00', -500_00],
  ['\u22121,234.50', -1234_50],
  ['\uff11\uff12\uff0e\uff15\uff10', 12_50],
])('%s is %i cents', (text, cents) => {
  expect(readCents(text)).toBe(cents)
})

test.each([
  '',
  '-',
  '2.000',
  '1,00',
  '20,00,00',
  '-5-',
  '500)',
  '(5.00) DR',
  '1,234,5',
  '1.005',
  'abc',
  '1e3',
  '0x10',
  '--5',
  '1,000.00.00',
  '9'.repeat(13),
])('%s is no amount', (text) => {
  // Two decimals behind a comma are an amount; three digits behind a dot could be a thousand.
  expect(readCents(text)).toBe(text === '1,00' ? 100 : null)
})

test.each([
  ['05-01-2025 16:20:00', '2025-01-05 16:20:00 Africa/Nairobi'],
  ['05/01/2025 16:20', '2025-01-05 16:20:00 Africa/Nairobi'],
  ['2025-01-05T16:20:00Z', '2025-01-05T16:20:00Z'],
  ['2025-01-05 16:20:00+03:00', '2025-01-05T16:20:00+03:00'],
  ['2026-11-2020:11:48', '2026-11-20 20:11:48 Africa/Nairobi'],
  ['06-11-202614:30:15', '2026-11-06 14:30:15 Africa/Nairobi'],
  ['6/11/2026 9:05', '2026-11-06 09:05:00 Africa/Nairobi'],
  ['06-Nov-2026 14:30:15', '2026-11-06 14:30:15 Africa/Nairobi'],
  ['6 Novemba 2026 14:30', '2026-11-06 14:30:00 Africa/Nairobi'],
  ['Nov 6, 2026 2:30 p.m.', '2026-11-06 14:30:00 Africa/Nairobi'],
  ['06-11-2026 02:30:15 PM', '2026-11-06 14:30:15 Africa/Nairobi'],
  ['06-11-2026 12:05 AM', '2026-11-06 00:05:00 Africa/Nairobi'],
  ['15/11/2026 02:11 PM', '2026-11-15 14:11:00 Africa/Nairobi'],
  ['15-Nov-26', '2026-11-15 00:00:00 Africa/Nairobi'],
  ['15/11/26', '2026-11-15 00:00:00 Africa/Nairobi'],
  ['20261115', '2026-11-15 00:00:00 Africa/Nairobi'],
  ['5/1/2025', '2025-01-05 00:00:00 Africa/Nairobi'],
  ['14.01.2025', '2025-01-14 00:00:00 Africa/Nairobi'],
  ['2025-01-05', '2025-01-05 00:00:00 Africa/Nairobi'],
  ['05-JAN-2025', '2025-01-05 00:00:00 Africa/Nairobi'],
  ['2025-01-05 16:20:00+99:99', null],
  ['30-02-2025 16:20:00', null],
  ['13/13/2025', null],
  ['05-01-1999 16:20:00', null],
  ['06-11-2026 13:05 PM', null],
  ['06-11-2026 25:05', null],
  ['06-Nox-2026', null],
  ['46341.42', null],
  ['011224', null],
])('the moment %s is %s', (text, moment) => {
  expect(readMoment(text, 'Africa/Nairobi', 'day-first')).toBe(moment)
})

test.each<[string, DateOrder, string | null]>([
  ['01/05/2025', 'month-first', '2025-01-05'],
  ['01/15/25', 'month-first', '2025-01-15'],
  ['15/01/2025', 'month-first', null],
  ['05-Jan-25', 'month-first', '2025-01-05'],
])('the day %s, %s, is %s', (text, order, day) => {
  expect(readMoment(text, 'Africa/Nairobi', order)).toBe(day && `${day} 00:00:00 Africa/Nairobi`)
})

test.each([
  ['6/11/2026 9:05', 'either'],
  ['15/11/2026', 'day-first'],
  ['11/15/2026', 'month-first'],
  ['6/6/2026', null],
  ['06-11-2026 14:30:15', null],
  ['2026-11-06', null],
  ['6 Nov 2026', null],
  ['nonsense', null],
])('of %s the order is %s', (text, order) => {
  expect(findOrder(text)).toBe(order)
})

test('of a number its end is kept, and no name behind it', () => {
  const text = 'Business Payment to 2547******678 - Invented Member'
  expect(shortenDetails(text)).toBe('Business Payment to …678')
  expect(findNumberEnd(text)).toBe('678')
  expect(findNumberEnd('TKB1234567 of January')).toBeNull()
})

test.each([
  [
    'Pay Bill Online    QCV1234567 Amina Wekesa 0712345678  Account Number NA1',
    'Pay Bill Online QCV1234567 …678',
  ],
  ['Business Payment to AMINA WEKESA - 254712345678', 'Business Payment to …678'],
  ['Reversal of payment to AMINA WEKESA', 'Reversal of payment to …'],
  ['Merchant Payment from -07******451 Amina W', 'Merchant Payment from …451'],
  ['Customer Payment by Bank Mercy', 'Customer Payment by Bank …'],
  ['AMINA WEKESA', '…'],
  ['\u0410\u043c\u0438\u043d\u0430 sent money', '…'],
])('of %s is kept %s', (text, kept) => {
  expect(shortenDetails(text)).toBe(kept)
})

test.each([
  ['Business Payment to Customer via API. Original conversation ID is AG_20261120_70100abc.', null],
  ['Settlement 20261120', null],
  ['Funds received from - 254712***678 AMINA', '678'],
  ['Merchant Payment from -07******451 Amina W', '451'],
  ['to 0112345999', '999'],
])('the number in %s ends with %s', (text, end) => {
  expect(findNumberEnd(text)).toBe(end)
})

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
