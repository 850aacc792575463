import { tries } from '@chuma/db/testing'
import { afterAll, test } from 'vitest'
import { createFuzzHouse } from './create-fuzz-house.ts'
import { expectWhole } from './expect-whole.ts'
import { listRestDoors } from './list-doors.ts'
import { runFuzz } from './run-fuzz.ts'
import { packRest } from './send-rest.ts'

const house = await createFuzzHouse()
afterAll(house.close)

test('no input from any caller makes the REST door break, leak or lose anything', async () => {
  const doors = await listRestDoors(house.app)
  const found = await runFuzz({
    house,
    doors,
    // A few calls for each door, however many there are.
    runs: tries({ short: doors.length * 8, long: doors.length * 80 }),
    pack: packRest(house),
  })
  await expectWhole(house, doors, found)
}, 600_000)
