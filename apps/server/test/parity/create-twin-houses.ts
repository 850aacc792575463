import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { createTestDeps } from '@chuma/core/testing'
import { createTwinTestDbs, type TestDb } from '@chuma/db/testing'
import { buildApp } from '../../src/app.ts'
import { watchAnswers } from '../../src/openapi/testing.ts'
import { connectPostbacks } from '../../src/providers/connect-postbacks.ts'
import { listFuzzCallers } from '../fuzz/fuzz-callers.ts'
import { createFuzzWorld, readPools } from '../fuzz/fuzz-world.ts'
import { createKnowledge } from '../fuzz/know-fields.ts'

/** A wheel that always shows the same. */
const spinTable = [
  { points: 7, weight: 1 },
  { points: 7, weight: 1 },
]
const terms = economy.parse({ ...defaultEconomy, spinTable })

async function openHouse({ db, close }: TestDb) {
  const app = await buildApp({
    deps: createTestDeps(db, {
      economy: async () => terms,
      postbacks: connectPostbacks('http://localhost:3000'),
    }),
    publicUrl: 'http://localhost:3000',
    webRoot: '/nonexistent',
    demoLogin: null,
    trustProxy: false,
    callsPerMinute: 1_000_000,
  })
  watchAnswers(app)
  return {
    app,
    db,
    close: async () => {
      await app.close()
      await close()
    },
  }
}

/** Two houses in which the same has happened to the same people, under the same ids. */
export async function createTwinHouses() {
  const { filled, twins } = await createTwinTestDbs(async (db) => {
    const world = await createFuzzWorld(db)
    const callers = await listFuzzCallers({ db, deps: createTestDeps(db) })
    const knowledge = createKnowledge(world)
    knowledge.learn({ pools: await readPools(db), files: [] })
    return { callers, know: knowledge.about }
  })
  const [first, second] = [await openHouse(twins[0]), await openHouse(twins[1])]
  return {
    ...filled,
    first,
    second,
    close: () => Promise.all([first.close(), second.close()]),
  }
}
