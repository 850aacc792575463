import { expect, test } from 'vitest'
import { defaultEconomy } from '../admin/economy/economy-defaults.ts'
import { expectedSpinPoints, spinChances, spinCost } from './expected-spin.ts'

test('the wheel that a new database starts with pays 17.85 points a spin', () => {
  // 0·15 + 5·20 + 10·20 + 15·15 + 25·12 + 40·10 + 60·6 + 100·2 = 1,785, of a hundred.
  expect(expectedSpinPoints(defaultEconomy.spinTable)).toBe(17.85)
})

test('at KES 1,000 a point that is KES 17,850 a spin and KES 535,500 for a member who never misses a day', () => {
  expect(spinCost(defaultEconomy.spinTable, 1000)).toEqual({ perSpinKes: 17_850, perMemberMonthKes: 535_500 })
})

test.each([
  [
    'two equal segments',
    [
      [0, 1],
      [100, 1],
    ],
    50,
    [50, 50],
  ],
  [
    'weights that do not add up to a hundred',
    [
      [0, 3],
      [10, 1],
    ],
    2.5,
    [75, 25],
  ],
  [
    'a rare great prize',
    [
      [1, 999],
      [1001, 1],
    ],
    2,
    [99.9, 0.1],
  ],
  [
    'the same points twice',
    [
      [20, 1],
      [20, 3],
    ],
    20,
    [25, 75],
  ],
] as const)('%s', (_name, rows, expected, chances) => {
  const table = rows.map(([points, weight]) => ({ points, weight }))
  expect(expectedSpinPoints(table)).toBeCloseTo(expected, 10)
  for (const [index, chance] of spinChances(table).entries()) {
    expect(chance).toBeCloseTo(chances[index] ?? -1, 10)
  }
})

test('an incomplete table has no expected value', () => {
  expect(expectedSpinPoints([{ points: 10, weight: 0 }])).toBe(0)
  expect(spinChances([{ points: 10, weight: 0 }])).toEqual([0])
})
