import { expect, test } from 'vitest'
import { layOut } from './cluster-drawing.tsx'

const farm = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const edges = [
  { memberId: 'a', otherId: 'b', weight: 60 },
  { memberId: 'b', otherId: 'c', weight: 60 },
  { memberId: 'd', otherId: 'e', weight: 15 },
]

test('a cluster looks the same each time', () => {
  expect([...layOut(farm, edges)]).toEqual([...layOut(farm, edges)])
})

test('every account has a place of its own within the frame', () => {
  const spots = [...layOut(farm, edges).values()]
  for (const { x, y } of spots) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(0.9)
  const places = new Set(spots.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`))
  expect(places.size).toBe(farm.length)
})

test('accounts with much in common are closer than strangers', () => {
  const spots = layOut(farm, edges)
  const apart = (one: string, other: string) => {
    const [a, b] = [spots.get(one), spots.get(other)]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : Number.NaN
  }
  expect(apart('a', 'b')).toBeLessThan(apart('a', 'f'))
})

test.each([0, 1, 2])('%i accounts can be drawn', (count) => {
  const spots = layOut(farm.slice(0, count), [])
  expect(spots.size).toBe(count)
  expect(JSON.stringify([...spots.values()])).not.toContain('null')
})
