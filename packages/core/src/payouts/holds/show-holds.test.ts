import { expect, test } from 'vitest'
import { showHolds } from './hold-rules.ts'

const since = new Date('2026-11-26T09:00:00Z')
const shared = { reason: 'shared-destination', since, until: null } as const
const first = { reason: 'first-payout', since, until: new Date('2026-11-27T09:00:00Z') } as const

test('a request to what another account named reads like one to what nobody named', () => {
  expect(showHolds('pending', [shared])).toEqual(showHolds('pending', []))
  expect(showHolds('pending', [first, shared])).toEqual([first])
})

test('an approved payout that waits for it says that nothing was ever paid there, once', () => {
  const unpaid = { ...shared, reason: 'new-destination' } as const
  expect(showHolds('approved', [shared])).toEqual([unpaid])
  expect(showHolds('approved', [unpaid, shared])).toEqual([unpaid])
})
