import { tries } from '@chuma/db/testing'
import { afterAll, test } from 'vitest'
import { createFuzzHouse } from './create-fuzz-house.ts'
import { expectWhole } from './expect-whole.ts'
import { listTrpcDoors } from './list-doors.ts'
import { runFuzz } from './run-fuzz.ts'
import { packTrpc } from './send-trpc.ts'

const house = await createFuzzHouse()
afterAll(house.close)

test('no input from any caller makes the typed door break, leak or lose anything', async () => {
  const doors = listTrpcDoors()
  const found = await runFuzz({
    house,
    doors,
    // A few calls for each door, however many there are.
    runs: tries({ short: doors.length * 8, long: doors.length * 80 }),
    pack: packTrpc(house),
  })
  await expectWhole(house, doors, found)
}, 600_000)
