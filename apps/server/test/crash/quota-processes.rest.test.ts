import { givenStaff } from '@chuma/core/admin/testing'
import { openSession } from '@chuma/core/auth/log-in'
import { getQuotas } from '@chuma/core/surveys/quotas/quotas'
import { givenProfileQuota, tell } from '@chuma/core/surveys/quotas/testing'
import { createTestDeps, givenMember } from '@chuma/core/testing'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, closeLater, createServerProcess, openSimulator } from './testing.ts'

afterEach(closeAll)
const visitor = { member: null, staff: null, apiKey: null, address: null, userAgent: null }

/** New processes answer their first calls slowly. */
const WAIT = { timeout: 30_000 }

/** Two real processes on one database, and a survey with a single place for women. */
async function givenTwo() {
  const simulator = await openSimulator()
  const { db, url, close } = await createTestDb({ max: 5 })
  closeLater(close)
  const servers = [
    await createServerProcess(simulator, { DATABASE_URL: url }),
    await createServerProcess(simulator, { DATABASE_URL: url }),
  ] as const
  for (const server of servers) await server.start()
  const deps = createTestDeps(db)
  const { actor: staff } = await givenStaff(deps)
  const surveyId = await givenProfileQuota({ deps, staff }, { cells: { female: 1, male: 1 } })
  return { db, deps, servers, surveyId }
}

test('of fifty members at two processes one gets the last place, and a killed process keeps none', async () => {
  const { db, deps, servers, surveyId } = await givenTwo()
  const [doomed, other] = servers
  const start = async (url: string, token: string) =>
    fetch(`${url}/api/user-surveys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ surveyId }),
    }).then(
      ({ status }) => status,
      () => 'no answer' as const,
    )
  const tokens = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const { memberId } = await givenMember(db)
      await tell(db, memberId, 'sex', 'female')
      const { token } = await db.transaction().execute((trx) => openSession(trx, visitor, { memberId }))
      return token
    }),
  )
  const first = await db.transaction().execute(async (holder) => {
    await sql`select from survey_cell where survey_id = ${surveyId} for update`.execute(holder)
    const calls = tokens.slice(0, 2).map((token) => start(doomed.url, token))
    await vi.waitFor(async () => expect(await countWaitingOnLock(db)).toBe(2), WAIT)
    // On the way to the place, before its transaction is over.
    await doomed.kill()
    return Promise.all(calls)
  })
  expect(first).toEqual(['no answer', 'no answer'])
  await doomed.start()
  const { race } = await db.transaction().execute(async (holder) => {
    await sql`select from survey_cell where survey_id = ${surveyId} for update`.execute(holder)
    const race = Promise.all(tokens.map((token, place) => start((place % 2 ? doomed : other).url, token)))
    // Those of each process that have a connection; the others wait for one of them.
    await vi.waitFor(async () => expect(await countWaitingOnLock(db)).toBeGreaterThanOrEqual(16), WAIT)
    return { race }
  })
  const statuses = await race
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(49)
  const { cells, isSound } = await getQuotas(deps, { id: surveyId })
  expect([isSound, cells[0]]).toEqual([true, expect.objectContaining({ id: 'female', reserved: 1 })])
})
