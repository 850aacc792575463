import { ACTIVITY_STATES } from '@chuma/contract/wallet/wallet'
import { expect, test } from 'vitest'
import { listMonths, readActivityFilter, readStatementChoice, STATES } from './search.ts'

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

test('the months go from the current one back to the month of joining', () => {
  expect(listMonths('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  expect(listMonths('2026-02', '2026-02')).toEqual(['2026-02'])
})

test('an address without a valid month means the current one', () => {
  expect(readStatementChoice({ month: '2026-02' })).toEqual({ month: '2026-02' })
  for (const month of ['2026-13', '2026-2', 'x', 7, null, undefined]) {
    expect(readStatementChoice({ month })).toEqual({})
  }
})
