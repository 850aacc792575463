import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets } from '../../secrets/secrets.ts'
import { testSecrets } from '../../testing.ts'
import { isSample } from './decide-automatically.ts'

const members = Array.from({ length: 2000 }, () => randomUUID())
const deps = { secrets: testSecrets }

test('about as many are drawn as the rule says, and none or all at the ends', () => {
  const drawn = members.filter((memberId) => isSample(deps, { memberId, paidCount: 1 }, 5))
  // Beyond five standard deviations.
  expect(drawn.length).toBeGreaterThan(50)
  expect(drawn.length).toBeLessThan(150)
  expect(members.some((memberId) => isSample(deps, { memberId, paidCount: 1 }, 0))).toBe(false)
  expect(members.every((memberId) => isSample(deps, { memberId, paidCount: 1 }, 100))).toBe(true)
})

test('cancelling and asking again draws the same, the next payment draws again, and another key draws others', () => {
  const draw = (secrets: typeof testSecrets, paidCount: number) =>
    members.map((memberId) => isSample({ secrets }, { memberId, paidCount }, 50))
  expect(draw(testSecrets, 1)).toEqual(draw(testSecrets, 1))
  expect(draw(testSecrets, 1)).not.toEqual(draw(testSecrets, 2))
  expect(draw(testSecrets, 1)).not.toEqual(draw(createSecrets([Buffer.alloc(32, 8)]), 1))
})
