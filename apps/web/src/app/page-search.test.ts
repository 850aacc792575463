import { expect, test } from 'vitest'
import { readDashboardSearch } from './page-search.ts'

test('an address opens the tab it names', () => {
  expect(readDashboardSearch({ tab: 'games', q: 3 })).toEqual({ tab: 'games' })
})

test('an address with an unknown tab opens the first one', () => {
  expect(readDashboardSearch({ tab: 'constructor' })).toEqual({})
  expect(readDashboardSearch({ tab: ['games'] })).toEqual({})
  expect(readDashboardSearch({})).toEqual({})
})
