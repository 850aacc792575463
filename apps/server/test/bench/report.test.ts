import { expect, test } from 'vitest'
import { compare } from './report.ts'

test('a ratio is the median of each round’s own ratio', () => {
  const rounds = { part: 'doors', what: 'one', unit: '/s', here: [50, 10, 80], yardstick: [100, 10, 100] }
  expect(compare({ ...rounds, atLeast: 0.75 })).toMatchObject({ ratio: '0.80', goal: { isMet: true } })
  expect(compare({ ...rounds, atMost: 0.75 })).toMatchObject({ goal: { text: '≤ 0.75', isMet: false } })
})
