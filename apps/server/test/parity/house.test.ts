import { readEconomy } from '@chuma/core/admin/economy/create-economy-reader'
import { givenStaff } from '@chuma/core/admin/testing'
import { insertJob } from '@chuma/db/queries/jobs'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, db, deps } = testApp
afterAll(testApp.close)
const { token } = await givenStaff(deps)

const rest = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  callRest(app, token, { method, url: `/api/admin/${url}`, ...(body && { body }) })
const trpc = (type: 'query' | 'mutation', path: string, input?: object) =>
  callTrpc(app, token, { type, path: `admin.${path}`, ...(input && { input }) })

async function givenFailedJob(): Promise<string> {
  await db.transaction().execute((trx) => insertJob(trx, 'query-float', {}))
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set state = 'failed', completed_on = now(), output = '{"message":"x"}'
    where name = 'query-float' and state = 'created' returning id
  `.execute(db)
  return rows[0]?.id ?? ''
}

test('a change of the economy answers the same through both doors, and both read it', async () => {
  const change = async (claimDays: number) => ({
    version: (await readEconomy(db)).version,
    changes: { claimDays },
    reason: 'Agreed',
  })
  const first = await rest('PUT', 'economy', await change(41))
  const second = await trpc('mutation', 'changeEconomy', await change(42))
  for (const [answer, claimDays] of [
    [first, 41],
    [second, 42],
  ] as const) {
    expect(answer).toMatchObject({ status: 200, body: { record: { claimDays }, owedPoints: 0 } })
  }
  expect(Object.keys(second.body)).toEqual(Object.keys(first.body))
  expect(await rest('GET', 'economy')).toEqual(second)
  expect(await trpc('query', 'getEconomy')).toEqual(second)
  const versions = await rest('GET', 'economy/versions')
  expect(versions.body[0]).toMatchObject({
    reason: 'Agreed',
    changes: [{ field: 'claimDays', before: 41, after: 42 }],
  })
  expect(await trpc('query', 'listEconomyVersions', {})).toEqual(versions)
})

test('a failed job is tried again through both doors', async () => {
  const [one, two] = [await givenFailedJob(), await givenFailedJob()]
  expect(await rest('POST', `system/failed-jobs/${one}/retry`)).toEqual({
    status: 200,
    body: { id: one, queue: 'query-float' },
  })
  expect(await trpc('mutation', 'retryJob', { id: two })).toEqual({
    status: 200,
    body: { id: two, queue: 'query-float' },
  })
})

test('the ledger is checked through both doors', async () => {
  const report = { status: 200, body: { ok: true, checkedPostings: 0, findings: [] } }
  expect(await rest('POST', 'ledger/verify')).toEqual(report)
  expect(await trpc('mutation', 'verifyLedger')).toEqual(report)
})

test('the machine is described alike through both doors', async () => {
  const report = await rest('GET', 'system')
  expect(report).toMatchObject({ status: 200, body: { processes: [] } })
  expect(await trpc('query', 'getSystem')).toEqual(report)
})
