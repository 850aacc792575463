import { expect, test } from 'vitest'
import { keepSameData } from './keep-same-data.ts'

const told = (at: string, points = 5) => [{ id: 1, points, at: new Date(at) }, { id: 2 }]

test('an answer with the same data is the same object, dates included', () => {
  const before = told('2026-01-01')
  expect(keepSameData(before, told('2026-01-01'))).toBe(before)
})

test('new data is shown, and unchanged parts keep their identity', () => {
  const before = told('2026-01-01')
  for (const after of [told('2026-01-02'), told('2026-01-01', 6)]) {
    const kept = keepSameData(before, after) as typeof before
    expect(kept).toEqual(after)
    expect(kept[1]).toBe(before[1])
  }
  expect(keepSameData(undefined, before)).toBe(before)
})
