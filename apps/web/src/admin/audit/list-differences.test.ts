import { expect, test } from 'vitest'
import { listDifferences } from './list-differences.ts'

test('changed parts are listed, and unchanged parts are not', () => {
  expect(
    listDifferences(
      { dailyLoginPoints: 25, note: 'x', spinTable: [{ points: 1 }] },
      { dailyLoginPoints: 30, note: 'x', spinTable: [{ points: 2 }] },
    ),
  ).toEqual([
    { name: 'daily login points', before: '25', after: '30' },
    { name: 'spin table', before: '[{"points":1}]', after: '[{"points":2}]' },
  ])
})

test('an added part has no before, and a removed part has no after', () => {
  expect(listDifferences(null, { role: 'owner' })).toEqual([{ name: 'role', before: null, after: 'owner' }])
  expect(listDifferences({ until: null, isActive: true }, null)).toEqual([
    { name: 'is active', before: 'true', after: null },
  ])
  expect(listDifferences(null, null)).toEqual([])
})
