import { givenStaff } from '@chuma/core/admin/testing'
import { givenDraft } from '@chuma/core/surveys/questionnaire/testing'
import { drinks, givenProfileQuota, sexDimension, tell, toPlan } from '@chuma/core/surveys/quotas/testing'
import { countWaitingOnLock } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../src/testing.ts'

const { app, db, deps, member: givenMember, close } = await createTestApp()
afterAll(close)
const { actor, token: staff } = await givenStaff(deps)
const staffed = { deps: { ...deps, db }, staff: actor }

test('a process that is stopped on the way to its place keeps none, and leaves the cell to others', async () => {
  const surveyId = await givenProfileQuota(staffed, { cells: { female: 1, male: 1 } })
  const [stopped, next] = [await givenMember(), await givenMember()]
  for (const { memberId } of [stopped, next]) await tell(db, memberId, 'sex', 'female')
  const start = (token: string) =>
    callRest(app, token, { method: 'POST', url: '/api/user-surveys', body: { surveyId } })
  const { late } = await db.transaction().execute(async (holder) => {
    await sql`select from survey_cell where survey_id = ${surveyId} for update`.execute(holder)
    const dying = start(stopped.token)
    while ((await countWaitingOnLock(db)) < 1) await new Promise(setImmediate)
    // The database ends the transaction of a process that died, or of one that is idle in it for a minute.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    expect((await dying).status).toBeGreaterThanOrEqual(500)
    return { late: start(next.token) }
  })
  expect(await late).toMatchObject({ status: 201 })
  expect((await start(stopped.token)).status).toBe(409)
  const { rows } = await sql`select from survey_attempt where member_id = ${stopped.memberId}`.execute(db)
  expect(rows).toEqual([])
})

test('staff set quotas, download them and end the soft launch by either door', async () => {
  const id = await givenDraft(db, drinks)
  const { id: _, ...plan } = toPlan(id, { softLaunch: 1, cells: { tea: 2, coffee: 1 } })
  const url = `/api/admin/surveys/${id}/quotas`
  const rest = (method: 'GET' | 'PUT' | 'POST', at: string, body?: object) =>
    callRest(app, staff, { method, url: at, ...(body && { body }) })
  expect(await rest('GET', url)).toMatchObject({ body: { version: 0, cells: [] } })
  expect(await rest('PUT', url, plan)).toMatchObject({
    status: 200,
    body: { version: 1, total: 3, issues: [] },
  })
  expect(await rest('PUT', url, plan)).toMatchObject({ status: 409, body: { code: 'QUOTAS_CHANGED' } })
  const csv = await app.inject({ url: `${url}.csv`, headers: { authorization: `Bearer ${staff}` } })
  expect(csv.body).toContain('tea,2')
  const release = { type: 'mutation', path: 'admin.releaseQuotas', input: { id, version: 1 } } as const
  expect(await callTrpc(app, staff, release)).toMatchObject({ status: 200, body: { version: 2 } })
  const wrong = { ...plan, version: 2, dimensions: [sexDimension] }
  expect(await rest('PUT', url, wrong)).toMatchObject({
    status: 400,
    body: { fieldErrors: { 'cells.0.groups': ['Quotas: there is no cell “tea”'] } },
  })
})

test('a closed cell is said in the member’s language, by either door', async () => {
  const id = await givenDraft(db, drinks)
  const { id: _, ...plan } = toPlan(id, { cells: { tea: 1 } })
  const set = { method: 'PUT', url: `/api/admin/surveys/${id}/quotas`, body: plan } as const
  expect((await callRest(app, staff, set)).status).toBe(200)
  const publish = {
    method: 'POST',
    url: `/api/admin/surveys/${id}/questionnaire/publish`,
    body: { version: 1 },
  } as const
  expect((await callRest(app, staff, publish)).status).toBe(200)
  const { token } = await givenMember()
  const said = await app.inject({
    method: 'POST',
    url: `/api/surveys/${id}/complete`,
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'sw' },
    payload: { answers: { 1: 'yes', 2: 'coffee', 3: 1 } },
  })
  expect(said.json()).toMatchObject({
    pointsEarned: 0,
    screenedOut: { reason: 'Utafiti huu unatafuta watu wengine.' },
  })
})
