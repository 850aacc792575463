import { expect, test } from 'vitest'
import { rewardPoints } from './survey-measures.ts'

test.each([
  [12.5, 1, 13],
  [12.49, 1, 12],
  [0.01, 1, 1],
  [0, 1, 1],
  [1.01, 50, 51],
  [2.5, 0.2, 1],
  [7.5, 0.2, 2],
  [99999.99, 1, 100000],
])('an offer of $%d at %d points per dollar gives %d points', (usd, pointsPerUsd, points) => {
  expect(rewardPoints(usd, pointsPerUsd)).toBe(points)
})
