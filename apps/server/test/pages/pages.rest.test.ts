import { writeMyComment } from '@chuma/core/clients/surveys/commissioned-surveys'
import { givenClient } from '@chuma/core/clients/testing'
import { DEMO_MEMBERS, DEMO_STAFF, seedDemo } from '@chuma/core/demo/seed-demo'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'
import { listPaths } from '../bad-input/list-paths.ts'
import { BOUNDED_LISTS } from './bounded-lists.ts'

const testApp = await createTestApp()
const { app, db, deps } = testApp
afterAll(testApp.close)
await seedDemo(deps)

async function signIn(url: string, payload: object): Promise<string> {
  const answer = await app.inject({ method: 'POST', url, payload })
  return answer.json().token
}
const [ann] = DEMO_MEMBERS
const { memberId } = await db
  .selectFrom('member')
  .select('memberId')
  .where('email', '=', ann.email)
  .executeTakeFirstOrThrow()
const { surveyId } = await db
  .selectFrom('survey')
  .select('surveyId')
  .where('kind', '=', 'questions')
  .orderBy('createdAt')
  .executeTakeFirstOrThrow()
await db
  .updateTable('member')
  .set({ premiumUntil: new Date(Date.now() + 86_400_000) })
  .execute()
const client = await givenClient(deps)
for (const text of ['One', 'Two', 'Three'])
  await writeMyComment(deps, client.client, { surveyId: client.surveyId, text })
const tokens = {
  member: await signIn('/api/auth/login', { email: ann.email, password: 'demo-chuma' }),
  staff: await signIn('/api/admin/login', { username: DEMO_STAFF.username, password: DEMO_STAFF.password }),
}

/** Add what the demo has too little of. */
async function add(method: 'POST' | 'PUT', url: string, payload: object) {
  const token = url.startsWith('/api/admin') ? tokens.staff : tokens.member
  const answer = await app.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } })
  expect([url, answer.statusCode < 300 ? 'done' : answer.body]).toEqual([url, 'done'])
}
for (const n of [0, 1, 2]) {
  await add('POST', '/api/withdrawals', {
    pointsToWithdraw: 1,
    withdrawalMethod: 'mpesa',
    mpesaNumber: `071200000${n}`,
  })
  await add('POST', '/api/admin/reconciliation', { day: `2026-01-0${n + 1}` })
  await add('PUT', '/api/admin/economy', {
    version: n,
    changes: { dailyLoginPoints: 30 + n },
    reason: 'A try',
  })
  await add('POST', `/api/admin/users/${memberId}/notes`, { note: `Number ${n}` })
}

const paths = (await listPaths(app)).filter(({ method }) => method === 'GET')
const paged = paths.filter(({ query }) => 'limit' in (query?.properties ?? {}))

type Row = { id?: unknown; day?: unknown; version?: unknown }
const nameOf = ({ id, day, version }: Row) => id ?? day ?? version

async function read(url: string): Promise<{ rows: Row[]; next: string | undefined }> {
  const isClients = url.startsWith('/api/client/')
  const token = isClients ? client.token : url.startsWith('/api/admin') ? tokens.staff : tokens.member
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect([url, answer.statusCode, answer.body]).toEqual([url, 200, answer.body])
  const body = answer.json()
  const next = /^<(\/api\/[^>]+)>; rel="next"$/.exec(answer.headers.link?.toString() ?? '')?.[1]
  return { rows: Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) ?? []), next }
}

/** Read a list only through the addresses that the answers give. */
async function readAllBy(url: string, limit: number): Promise<unknown[]> {
  const names: unknown[] = []
  let next: string | undefined = `${url}?limit=${limit}`
  while (next && names.length < 60) {
    const page: Awaited<ReturnType<typeof read>> = await read(next)
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    names.push(...page.rows.map(nameOf))
    next = page.next
  }
  return names
}

test('a list is read page by page, or is bounded', async () => {
  const { paths: described } = (await app.inject('/api/openapi.json')).json()
  const lists = paths.filter(({ path }) => {
    const { responses } = described[path.replace(/:(\w+)/g, '{$1}')]?.get ?? {}
    return responses?.['200']?.content?.['application/json']?.schema?.type === 'array'
  })
  expect(lists.length).toBeGreaterThan(35)
  const whole = lists.filter((each) => !paged.includes(each)).map(({ name }) => name)
  expect(whole.sort()).toEqual(Object.keys(BOUNDED_LISTS).sort())
})

const lengths: Record<string, number> = {}

test.each(paged.map((path) => [path.name, path] as const))(
  '%s can be read in full through its links',
  async (name, { path }) => {
    const url = path
      .replace('/users/:id', `/users/${memberId}`)
      .replace('/surveys/:id/results', `/surveys/${surveyId}/results`)
      .replace(/(client[-/]surveys)\/:id/, `$1/${client.surveyId}`)
      .replace(/:\w+/, '00000000-0000-4000-8000-000000000000')
    const all = (await read(`${url}?limit=60`)).rows.map(nameOf)
    lengths[name] = all.length
    expect(new Set(all).size).toBe(all.length)
    expect(all).not.toContain(undefined)
    for (const limit of [1, 2]) expect(await readAllBy(url, limit)).toEqual(all)
  },
)

test('the address of the next page keeps the other parameters, and the last page has none', async () => {
  const first = await read('/api/admin/withdrawals?status=paid&limit=1')
  expect(first.next).toBe(`/api/admin/withdrawals?status=paid&limit=1&after=${first.rows[0]?.id}`)
  expect(await read('/api/admin/withdrawals?status=paid&limit=2')).toMatchObject({ next: undefined })
})

test('there were several pages to read', () => {
  const long = Object.keys(lengths).filter((name) => (lengths[name] ?? 0) > 2)
  expect(long.length).toBeGreaterThan(18)
  // Lists whose rows have a key other than an id.
  expect(long).toEqual(
    expect.arrayContaining(['GET /api/admin/economy/versions', 'GET /api/admin/reconciliation']),
  )
})
