import { describe, expect, test } from 'vitest'
import { type Books, matchRows, type OpenRow, type OurPayout, RULES } from './match-rows.ts'

const row = (rowId: string, more: Partial<OpenRow> = {}): OpenRow => ({
  rowId,
  account: 'mpesa',
  receipt: `R${rowId}`,
  linkedReceipt: null,
  purpose: 'payout',
  amountCents: -2000_00,
  numberEnd: '678',
  day: '2025-01-05',
  ...more,
})
const payout = (withdrawalId: string, more: Partial<OurPayout> = {}): OurPayout => ({
  withdrawalId,
  receipt: '',
  payoutKes: 2000,
  isPaid: true,
  method: 'mpesa',
  numberEnd: '678',
  day: '2025-01-05',
  ...more,
})
const match = (rows: OpenRow[], books: Partial<Books> = {}) => {
  const purposes = new Map<string, Set<OpenRow['purpose']>>()
  for (const { receipt, purpose } of rows) {
    if (receipt) purposes.set(receipt, (purposes.get(receipt) ?? new Set()).add(purpose))
  }
  const all = { payouts: [], withoutReceipt: [], payments: [], claims: new Map(), purposes, ...books }
  return Object.fromEntries(
    [...matchRows(rows, all)].map(([id, outcome]) => [
      id,
      outcome.to === 'book' ? `${outcome.kind} by ${outcome.rule}` : outcome.reason,
    ]),
  )
}

describe('payouts', () => {
  test('by receipt, once, with the same amount, if we have paid', () => {
    const payouts = [payout('w', { receipt: 'Ra' })]
    expect(match([row('a')], { payouts })).toEqual({ a: 'payout by receipt' })
    expect(match([row('a', { amountCents: -2000_01 })], { payouts })).toEqual({ a: 'amount-differs' })
    expect(match([row('a'), row('b', { receipt: 'Ra' })], { payouts })).toEqual({
      a: 'payout by receipt',
      b: 'payout-twice',
    })
    expect(match([row('a')], { payouts, claims: new Map([['payout:w', 'z']]) })).toEqual({
      a: 'payout-twice',
    })
    expect(match([row('a')], { payouts: [payout('w', { receipt: 'Ra', isPaid: false })] })).toEqual({
      a: 'payout-open',
    })
  })

  test('by amount, number and day, if there is one of each', () => {
    const by = 'payout by amount, number and day'
    expect(match([row('a')], { withoutReceipt: [payout('w')] })).toEqual({ a: by })
    expect(match([row('a')], { withoutReceipt: [payout('w', { day: '2025-01-06' })] })).toEqual({ a: by })
    for (const other of [
      { day: '2025-01-07' },
      { numberEnd: '679' },
      { numberEnd: null },
      { payoutKes: 2001 },
      { method: 'bank' },
    ]) {
      expect(match([row('a')], { withoutReceipt: [payout('w', other)] })).toEqual({ a: 'payout-unknown' })
    }
    expect(match([row('a')], { withoutReceipt: [payout('w'), payout('v')] })).toEqual({ a: 'ambiguous' })
    expect(match([row('a'), row('b')], { withoutReceipt: [payout('w')] })).toEqual({
      a: 'ambiguous',
      b: 'ambiguous',
    })
    expect(
      match([row('a')], { withoutReceipt: [payout('w')], claims: new Map([['payout:w', 'z']]) }),
    ).toEqual({ a: 'payout-unknown' })
  })

  test('a receipt wins over amounts in any order', () => {
    const books = { payouts: [payout('w', { receipt: 'Rb' })], withoutReceipt: [payout('w')] }
    expect(match([row('a'), row('b')], books)).toEqual({ a: 'payout-unknown', b: 'payout by receipt' })
  })

  test('of a bank by reference only: its number is not a telephone', () => {
    const bank = row('a', { account: 'bank:x' })
    expect(match([bank], { withoutReceipt: [payout('w', { method: 'bank' })] })).toEqual({
      a: 'payout-unknown',
    })
    expect(match([bank], { payouts: [payout('w', { receipt: 'Ra' })] })).toEqual({ a: 'payout by receipt' })
  })
})

test('a charge belongs to the row with its receipt', () => {
  const charge = row('c', { receipt: 'Ra', purpose: 'charge', amountCents: -9_00 })
  expect(match([row('a'), charge], { payouts: [payout('w', { receipt: 'Ra' })] }).c).toBe(
    'charge by charge of a payout',
  )
  expect(match([row('a'), charge]).c).toBe('charge by charge of a row')
  expect(match([charge]).c).toBe('charge-alone')
  // A withdrawal with this receipt does not excuse a charge whose payment the statement does not have.
  expect(match([charge], { payouts: [payout('w', { receipt: 'Ra' })] }).c).toBe('charge-alone')
  expect(match([charge, row('f', { receipt: 'Ra', purpose: 'failed' })]).c).toBe('charge-alone')
})

test('money in', () => {
  const paid = row('a', { purpose: 'collection', amountCents: 1000_00 })
  const payments = [{ paymentId: 'p', receipt: 'Ra', amountKes: 1000, isPaid: true }]
  expect(match([paid], { payments })).toEqual({ a: 'collection by collection' })
  expect(match([{ ...paid, amountCents: 999_00 }], { payments })).toEqual({ a: 'amount-differs' })
  expect(match([paid], { payments: [{ ...payments[0], isPaid: false } as never] })).toEqual({
    a: 'collection-unknown',
  })
  expect(match([paid])).toEqual({ a: 'collection-unknown' })
  expect(match([{ ...paid, purpose: 'money-in' }])).toEqual({ a: 'money-in' })
  expect(match([{ ...paid, purpose: 'top-up' }])).toEqual({ a: 'top-up by top-up' })
})

test('the rest', () => {
  expect(match([row('a', { purpose: 'transfer' })])).toEqual({ a: 'transfer by transfer' })
  expect(match([row('a', { purpose: 'reversal', linkedReceipt: 'RX' })])).toEqual({ a: 'reversal' })
  expect(match([row('a', { purpose: 'failed' })])).toEqual({ a: 'nothing by failed' })
  expect(match([row('a', { purpose: 'pending' })])).toEqual({ a: 'pending' })
  expect(match([row('a', { purpose: 'pending' }), row('b', { receipt: 'Ra' })]).a).toBe(
    'nothing by pending before its result',
  )
  expect(match([row('a', { purpose: 'unreadable', amountCents: null, receipt: null })])).toEqual({
    a: 'unreadable',
  })
})

test('a reversal names the withdrawal that it is about', () => {
  const reversal = row('a', { purpose: 'reversal', linkedReceipt: 'RX', amountCents: 2000_00 })
  const books = { payouts: [payout('w', { receipt: 'RX' })], withoutReceipt: [], payments: [] }
  const outcome = matchRows([reversal], { ...books, claims: new Map(), purposes: new Map() }).get('a')
  expect(outcome).toEqual({ to: 'desk', reason: 'reversal', withdrawalId: 'w' })
})

test('rule names are different', () => {
  expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length)
})
