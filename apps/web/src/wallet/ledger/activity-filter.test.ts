import { ACTIVITY_STATES } from '@chuma/contract/wallet/activity'
import { expect, test } from 'vitest'
import { readActivityFilter, STATES } from './activity-filter.ts'

test('every state that the server knows can be asked for', () => {
  expect(new Set(STATES)).toEqual(new Set(ACTIVITY_STATES))
})

test('an address filters by what it names and ignores what nobody knows', () => {
  expect(readActivityFilter({ kind: 'survey', state: 'pending' })).toEqual({
    kind: 'survey',
    state: 'pending',
  })
  expect(readActivityFilter({ kind: 'toString', state: '' })).toEqual({})
  expect(readActivityFilter({})).toEqual({})
})
