import { ACTIVITY_STATES } from '@chuma/contract/wallet/wallet'
import { expect, test } from 'vitest'
import { readActivityFilter, STATES } from './activity-filter.ts'

test('every state of the server can be filtered', () => {
  expect(new Set(STATES)).toEqual(new Set(ACTIVITY_STATES))
})

test('an address filters by known values and ignores others', () => {
  expect(readActivityFilter({ kind: 'survey', state: 'pending' })).toEqual({
    kind: 'survey',
    state: 'pending',
  })
  expect(readActivityFilter({ kind: 'toString', state: '' })).toEqual({})
  expect(readActivityFilter({})).toEqual({})
})
