import { randomInt } from 'node:crypto'

/** Draw a segment of the wheel by weight. The only place where chance decides about points. */
export function draw(table: readonly { points: number; weight: number }[]): {
  segment: number
  points: number
} {
  const total = table.reduce((sum, { weight }) => sum + weight, 0)
  let left = randomInt(total)
  for (const [segment, { points, weight }] of table.entries()) {
    left -= weight
    if (left < 0) return { segment, points }
  }
  throw new Error('the weights of the wheel do not add up')
}
