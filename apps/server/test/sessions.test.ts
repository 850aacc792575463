import { createApiKey } from '@chuma/core/admin/keys'
import { sendLink } from '@chuma/core/auth/links'
import { hashToken } from '@chuma/core/auth/sessions'
import { callAs, givenMemberWithPassword } from '@chuma/core/auth/testing'
import { createDb } from '@chuma/db/client'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp, type RestCall } from '../src/testing.ts'

const testApp = await createTestApp()
const { app, db, deps, sent } = testApp
// A second process on the same database: what one does must count for the other.
const otherDb = createDb(testApp.url, { max: 10 })
const otherApp = await testApp.open({ deps: { ...deps, db: otherDb } })
afterAll(async () => {
  await otherDb.destroy()
  await testApp.close()
})

const password = 'correct horse'
const owner = await testApp.owner('sessions')

async function logIn(email: string, chosen = password, where: FastifyInstance = app): Promise<string> {
  const body = { email, password: chosen }
  const answer = await callRest(where, undefined, { method: 'POST', url: '/api/auth/login', body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.token
}

/** A member signed in on three devices. */
async function givenDevices() {
  const member = await givenMemberWithPassword(db, { password })
  const tokens = [await logIn(member.email), await logIn(member.email, password, otherApp)]
  return { ...member, here: await logIn(member.email), others: tokens }
}
type Devices = Awaited<ReturnType<typeof givenDevices>>

const post = async (token: string, url: string, body?: object) =>
  callRest(app, token, { method: 'POST', url, body })
const listSessions = async (token: string) =>
  (await callRest(app, token, { method: 'GET', url: '/api/account/sessions' })).body
const set = (memberId: string, values: object) =>
  db.updateTable('member').set(values).where('memberId', '=', memberId).execute()

async function isOpen(token: string): Promise<boolean> {
  const statuses = [
    (await callRest(app, token, { method: 'GET', url: '/api/auth/user' })).status,
    (await callRest(otherApp, token, { method: 'GET', url: '/api/withdrawals' })).status,
    (await callTrpc(app, token, { type: 'query', path: 'wallet.listWithdrawals' })).status,
    (await callTrpc(otherApp, token, { type: 'query', path: 'auth.getUser' })).status,
  ]
  expect(new Set(statuses).size, `${statuses}`).toBe(1)
  expect([200, 401]).toContain(statuses[0])
  return statuses[0] === 200
}

async function resetPassword({ email }: Devices) {
  await sendLink(deps, { email, purpose: 'reset-password' })
  const { token } = sent.at(-1)?.mail ?? {}
  const redeemed = await post('', '/api/auth/redeem-link', { token })
  const chosen = { password: 'battery staple', confirmPassword: 'battery staple' }
  const reset = await post(redeemed.body.token, '/api/auth/reset-password', chosen)
  expect(await isOpen(redeemed.body.token)).toBe(false)
  expect(await isOpen(reset.body.token)).toBe(true)
  return reset
}

const ends: [what: string, end: (devices: Devices) => Promise<unknown>, left: 'none' | 'here' | 'others'][] =
  [
    ['logging out', ({ here }) => post(here, '/api/auth/logout'), 'others'],
    ['ending the other devices', ({ here }) => post(here, '/api/account/sessions/end-others'), 'here'],
    [
      'a new password',
      ({ here }) =>
        post(here, '/api/account/password', {
          currentPassword: password,
          newPassword: 'battery staple',
          confirmPassword: 'battery staple',
        }),
      'none',
    ],
    ['a password that is reset', resetPassword, 'none'],
    [
      'suspension',
      ({ memberId }) => post(owner.token, `/api/admin/users/${memberId}/suspend`, { reason: 'Two accounts' }),
      'none',
    ],
    [
      'suspension in the database',
      ({ memberId }) => set(memberId, { suspendedAt: new Date(), suspensionReason: 'Two accounts' }),
      'none',
    ],
    ['asking to be deleted', ({ here }) => post(here, '/api/account/deletion', { password }), 'none'],
    ['deletion in the database', ({ memberId }) => set(memberId, { deletionDueAt: new Date() }), 'none'],
    ['taking the verification back', ({ memberId }) => set(memberId, { emailVerifiedAt: null }), 'none'],
  ]

test.each(ends)('%s counts at once, for every process and at both doors', async (_what, end, left) => {
  const devices = await givenDevices()
  const { here, others } = devices
  const stranger = (await givenDevices()).here
  expect(await Promise.all([here, ...others].map(isOpen))).toEqual([true, true, true])
  const answer = await end(devices)
  if (answer instanceof Object && 'status' in answer) expect(answer).toMatchObject({ status: 200 })
  expect([await isOpen(here), ...(await Promise.all(others.map(isOpen)))]).toEqual([
    left === 'here',
    left === 'others',
    left === 'others',
  ])
  expect(await isOpen(stranger)).toBe(true)
})

test('the list names each signed-in device, the last used first, and marks the current one', async () => {
  const { memberId, email, here } = await givenDevices()
  const chrome =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
  const login = { method: 'POST', url: '/api/auth/login', payload: { email, password } } as const
  await app.inject({ ...login, headers: { 'user-agent': chrome }, remoteAddress: '203.0.113.9' })
  const hidden = [await logIn(email), await logIn(email), await logIn(email)]
  await post(hidden[0] ?? '', '/api/auth/logout')
  await setClock(hidden[1] ?? '', { lastSeenAt: '30 days 1 second' })
  await setClock(hidden[2] ?? '', { expiresAt: '180 days 1 second' })
  await sql`
    update session set last_seen_at = now() - interval '4 minutes' where member_id = ${memberId} and user_agent not like 'Moz%'
      and last_seen_at > now() - interval '1 day'
  `.execute(db)

  const sessions = await listSessions(here)
  expect(sessions).toHaveLength(4)
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(sessions[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    device: 'Chrome on Android',
    address: '203.0.113.9',
    createdAt: moment,
    lastSeenAt: moment,
    isCurrent: false,
  })
  expect(sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1)
  const viaTrpc = await callTrpc(otherApp, here, { type: 'query', path: 'account.listSessions' })
  expect(viaTrpc.body).toEqual(sessions)
})

test('a member ends any of their own sessions, once, and no one else’s', async () => {
  const { here, others } = await givenDevices()
  const stranger = await givenDevices()
  const end = (token: string, id: string): Promise<{ status: number }> =>
    callRest(app, token, { method: 'DELETE', url: `/api/account/sessions/${id}` } satisfies RestCall)
  const idOf = async (token: string) =>
    (await listSessions(token)).find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id

  const [other = ''] = others
  const id = await idOf(other)
  expect((await end(stranger.here, id)).status).toBe(404)
  expect(await isOpen(other)).toBe(true)
  expect((await end(here, id)).status).toBe(200)
  expect(await isOpen(other)).toBe(false)
  expect((await end(here, id)).status).toBe(404)
  expect((await end(here, crypto.randomUUID())).status).toBe(404)
  expect((await end(here, await idOf(here))).status).toBe(200)
  expect(await isOpen(here)).toBe(false)
})

/** Moves the clock of one session. */
async function setClock(token: string, moved: { lastSeenAt?: string; expiresAt?: string }) {
  await sql`
    update session set
      last_seen_at = last_seen_at - ${moved.lastSeenAt ?? '0'}::interval,
      expires_at = expires_at - ${moved.expiresAt ?? '0'}::interval
    where token_hash = sha256(${token}::bytea)
  `.execute(db)
}

test('a session ends 30 days after its last use, and after 180 days in any case', async () => {
  const idle = (await givenDevices()).here
  await setClock(idle, { lastSeenAt: '29 days 23 hours' })
  expect(await isOpen(idle)).toBe(true)
  await setClock(idle, { lastSeenAt: '30 days 1 second' })
  expect(await isOpen(idle)).toBe(false)

  const busy = (await givenDevices()).here
  await setClock(busy, { expiresAt: '179 days 23 hours' })
  expect(await isOpen(busy)).toBe(true)
  await setClock(busy, { expiresAt: '1 hour 1 second' })
  expect(await isOpen(busy)).toBe(false)
})

test('a member’s token opens nothing on the staff side, and a staff token nothing on the member side', async () => {
  const { here } = await givenDevices()
  for (const where of [app, otherApp]) {
    const stats = { method: 'GET', url: '/api/admin/stats' } as const
    expect((await callRest(where, here, stats)).status).toBe(403)
    expect((await callTrpc(where, here, { type: 'query', path: 'admin.getStats' })).status).toBe(403)
    for (const url of ['/api/auth/user', '/api/account/sessions', '/api/withdrawals']) {
      expect((await callRest(where, owner.token, { method: 'GET', url })).status).toBe(401)
    }
    const path = 'account.listSessions'
    expect((await callTrpc(where, owner.token, { type: 'query', path })).status).toBe(401)
  }
})

/** Every encoding in which a token, or its secret, could be stored in a row. */
function spell(token: string): string[] {
  const secret = Buffer.from(token.slice(24), 'base64url')
  const bytes = [Buffer.from(token), secret, Buffer.from(token.slice(2), 'base64url')]
  return [token, token.slice(24), ...bytes.flatMap((each) => [each.toString('hex'), each.toString('base64')])]
}

test('no row of the database holds a working token', async () => {
  const { email, here } = await givenDevices()
  await sendLink(deps, { email, purpose: 'sign-in' })
  const key = await createApiKey(deps, await callAs(deps, owner.token), {
    name: 'reports',
    permissions: ['stats:read'],
    expiresInDays: 30,
    password: 'a-long-staff-password',
  })
  const tokens = [here, owner.token, key.token, String(sent.at(-1)?.mail.token)]
  expect(tokens.map((token) => token.slice(0, 2))).toEqual(['u_', 'a_', 'k_', 'l_'])
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
  `.execute(db)
  const dumps = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db)
      return { name, dump: rows.map(({ row }) => row).join('\n') }
    }),
  )
  const holdersOf = (...spellings: string[]) =>
    dumps.filter(({ dump }) => spellings.some((each) => dump.includes(each))).map(({ name }) => name)
  expect(tokens.flatMap((token) => holdersOf(hashToken(token).toString('hex')))).toEqual([
    'public.session',
    'public.staff_session',
    'public.api_key',
    'public.one_time_link',
  ])
  expect(tokens.flatMap((token) => holdersOf(...spell(token)))).toEqual([])
})
