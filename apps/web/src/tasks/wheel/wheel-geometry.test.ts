import { expect, test } from 'vitest'
import { findStop, middleOf, RADIUS, slicePath, stopAngle, toneOf } from './wheel-geometry.ts'

test('from any position, the wheel stops with the middle of the drawn segment at the top', () => {
  for (const count of [2, 3, 8, 24]) {
    for (let index = 0; index < count; index++) {
      for (const from of [0, 100, 337.5, 1777.5]) {
        const angle = stopAngle(from, { index, count }, 5)
        expect((angle + middleOf(index, count)) % 360).toBeCloseTo(0)
      }
    }
  }
})

test('the wheel turns forwards by at least four full rounds', () => {
  for (const from of [0, 337.5, 359.9, 1777.5]) {
    expect(stopAngle(from, { index: 7, count: 8 }, 5) - from).toBeGreaterThanOrEqual(4 * 360)
  }
})

test('the first of four slices is the quarter from twelve to three, and its middle is halfway', () => {
  expect(middleOf(0, 4)).toBe(45)
  expect(slicePath(0, 4)).toBe(`M 0 0 L 0.000 -100.000 A ${RADIUS} ${RADIUS} 0 0 1 100.000 -0.000 Z`)
})

test('no slice has the same tone as its neighbour', () => {
  for (let count = 2; count <= 24; count++) {
    const tones = Array.from({ length: count }, (_, index) => toneOf(index, count))
    for (const [index, tone] of tones.entries()) expect(tone).not.toBe(tones[(index + 1) % count])
  }
})

test('of several segments with the same points the drawn one is shown', () => {
  expect(findStop([0, 10, 0, 25], { segment: 2, pointsWon: 0 })).toBe(2)
})

test('if the segments have changed, the wheel stops at the points, not at the segment’s number', () => {
  expect(findStop([25, 10, 0], { segment: 0, pointsWon: 0 })).toBe(2)
  expect(findStop([25, 10, 5], { segment: 0, pointsWon: 60 })).toBeNull()
})

test('an earlier win of today is found by its points', () => {
  expect(findStop([0, 5, 10, 5], { segment: null, pointsWon: 5 })).toBe(1)
})
