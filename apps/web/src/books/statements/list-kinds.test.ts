import { expect, test } from 'vitest'
import { listKinds } from './desk-section.tsx'

test.each([
  [{ amountCents: -1, purpose: 'payout' }, 'payout', 'collection'],
  [{ amountCents: -1, purpose: 'charge' }, 'charge', 'top-up'],
  [{ amountCents: 1, purpose: 'collection' }, 'collection', 'payout'],
  [{ amountCents: 1, purpose: 'reversal' }, 'other', 'payout'],
  [{ amountCents: -1, purpose: 'pending' }, 'nothing', 'charge'],
  [{ amountCents: null, purpose: 'unreadable' }, 'nothing', 'other'],
] as const)('%o is first a %s and never a %s', (row, first, never) => {
  const kinds = listKinds(row)
  expect(kinds[0]).toBe(first)
  expect(kinds).not.toContain(never)
  expect(new Set(kinds).size).toBe(kinds.length)
})
