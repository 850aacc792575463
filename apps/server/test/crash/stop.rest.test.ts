import { openSession } from '@chuma/core/auth/log-in'
import { givenMember } from '@chuma/core/testing'
import { countWaitingOnLock } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { closeAll, givenServer } from './testing.ts'

afterEach(closeAll)

test('a request in progress when the server stops gets its response', async () => {
  const { db, server } = await givenServer()
  const { memberId } = await givenMember(db, { points: 3 })
  const visitor = { member: null, staff: null, apiKey: null, address: null, userAgent: null }
  const { token } = await db.transaction().execute((trx) => openSession(trx, visitor, { memberId }))
  const ask = () =>
    fetch(`${server.url}/api/account/settings`, { headers: { authorization: `Bearer ${token}` } })
  const settings = await (await ask()).json()
  expect(settings).toHaveProperty('language')

  const { answer, stopped } = await db.transaction().execute(async (trx) => {
    // No job of the server reads this table, so the one that waits for it is the request.
    await sql`lock table member_settings in access exclusive mode`.execute(trx)
    const answer = ask()
    await expect.poll(() => countWaitingOnLock(db)).toBe(1)
    const stopped = server.stop()
    // It accepts no new connections any more, which shows that the stop has begun.
    await expect
      .poll(() =>
        fetch(server.url).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
    return { answer, stopped }
  })
  expect((await answer).status).toBe(200)
  expect(await (await answer).json()).toEqual(settings)
  expect(await stopped).toBe(0)
})
