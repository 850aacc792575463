import { ACTIVITY_STATES } from '@chuma/contract/activity'
import { postingKind } from '@chuma/contract/wallet'
import { expect, test } from 'vitest'
import { KINDS, readActivityFilter, STATES } from './activity-filter.ts'

test('every kind and every state that the server knows can be asked for', () => {
  expect(new Set(KINDS)).toEqual(new Set(postingKind.options))
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
