import { afterAll, expect, test } from 'vitest'
import { closeAll } from '../crash/testing.ts'
import { EXPORTS, IMPORTS, QUESTIONNAIRES } from './largest-calls.ts'
import { openHouse } from './open-house.ts'

const house = await openHouse()
afterAll(closeAll)

const MAX_HOLD_MS = 200

test.each(Object.entries({ ...IMPORTS, ...QUESTIONNAIRES, ...EXPORTS }))(
  'the largest call of its kind never holds other requests up for 200 ms: %s',
  { timeout: 240_000 },
  async (name, make) => {
    const { status, begin, holdMs } = await house.measure(await make(house))
    expect(status, begin).toBe(200)
    expect(holdMs, name).toBeLessThan(MAX_HOLD_MS)
  },
)
