import { ACCOUNT_CHANGES } from '@chuma/contract/account/account'
import { sendVerification } from '@chuma/core/auth/links'
import { givenMemberWithPassword } from '@chuma/core/auth/testing'
import { createMailCapture } from '@chuma/core/testing'
import { insertAccountChange } from '@chuma/db/queries/account/member-standing'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callRest, createTestApp } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, db } = testApp
afterAll(testApp.close)

const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })

test('a new database has no accounts', async () => {
  const fresh = await createTestDb()
  try {
    for (const table of ['staff', 'member', 'session', 'staffSession', 'emailOwner'] as const) {
      const { n } = await fresh.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      expect([table, n]).toEqual([table, 0])
    }
  } finally {
    await fresh.close()
  }
})

test.each([
  ['small letters only', 'zimwiwaziwani'],
  ['capitals only', 'ZIMWIWAZIWANI'],
  ['digits only', '84726190537'],
  ['signs only', '{"$ne":"<>%&\'"}'],
  ['spaces around and inside', '  ndege   mbili  '],
  ['letters of other scripts', 'ñandú-日本語-ድምፅ'],
  ['sixty-four characters', 'kiboko-'.repeat(10).slice(0, 64)],
  ['a hundred and twenty-eight characters', 'twiga-na-simba-'.repeat(10).slice(0, 128)],
])('a password of %s is accepted, and only exactly as it was typed', async (_name, password) => {
  const email = `p${crypto.randomUUID()}@example.com`
  const names = { firstName: 'Ann', lastName: 'Bee' }
  const signup = { ...names, email, password, confirmPassword: password }
  expect((await post('/api/auth/signup', signup)).statusCode).toBe(200)
  await db.updateTable('member').set({ emailVerifiedAt: new Date() }).where('email', '=', email).execute()
  const variants = [
    `${password.slice(0, -1)}`,
    password.trim(),
    password.toLowerCase(),
    password.toUpperCase(),
  ]
  for (const variant of new Set(variants.filter((each) => each !== password))) {
    expect((await post('/api/auth/login', { email, password: variant })).statusCode).toBe(401)
  }
  expect((await post('/api/auth/login', { email, password })).statusCode).toBe(200)
})

test('a password stays valid until someone changes it', async () => {
  const { memberId, email } = await givenMemberWithPassword(db, { password: 'maji-safi-ya-kunywa' })
  await db
    .updateTable('member')
    .set({ createdAt: sql<Date>`now() - interval '10 years'` })
    .where('memberId', '=', memberId)
    .execute()
  expect((await post('/api/auth/login', { email, password: 'maji-safi-ya-kunywa' })).statusCode).toBe(200)
})

test('opening the page of a mailed link does not use it up: only redeeming it does', async () => {
  const { mail, sent } = createMailCapture()
  const { email } = await givenMemberWithPassword(db, { password: 'maji-safi-ya-kunywa', isVerified: false })
  await sendVerification({ ...testApp.deps, mail }, { email })
  const token = String(sent.at(-1)?.mail.token)
  for (const method of ['GET', 'HEAD'] as const) {
    await app.inject({ method, url: `/?token=${token}`, headers: { accept: 'text/html' } })
    const input = encodeURIComponent(JSON.stringify({ json: { token } }))
    for (const url of [`/api/auth/redeem-link?token=${token}`, `/trpc/auth.redeemLink?input=${input}`]) {
      expect((await app.inject({ method, url })).body).not.toContain('u_')
    }
  }
  const redeemed = await post('/api/auth/redeem-link', { token })
  expect(redeemed.statusCode).toBe(200)
  expect((await post('/api/auth/redeem-link', { token })).statusCode).toBe(400)
})

test('a token opens a door from the Authorization header and from nowhere else', async () => {
  const { token } = await testApp.member()
  for (const query of [`token=${token}`, `access_token=${token}&userToken=${token}`]) {
    const { statusCode, body } = await app.inject({ url: `/api/auth/user?${query}` })
    expect([statusCode, body.includes(token)]).toEqual([401, false])
  }
  const elsewhere = [
    { url: '/api/auth/user', headers: { cookie: `userToken=${token}` } },
    { url: '/api/auth/user', headers: { 'x-auth-token': token, 'x-access-token': token, token } },
    { url: '/api/auth/user', headers: { 'proxy-authorization': `Bearer ${token}` } },
    { url: '/api/auth/user', headers: { authorization: token } },
    {
      url: '/api/auth/user',
      headers: { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` },
    },
    { url: '/api/auth/user', headers: { authorization: `Bearer ${token} `.concat('x') } },
    { url: `/trpc/auth.getUser?input=${encodeURIComponent(JSON.stringify({ json: { token } }))}` },
  ]
  for (const request of elsewhere) {
    expect([request, (await app.inject(request)).statusCode]).toEqual([request, 401])
  }
  const { statusCode } = await app.inject({
    url: '/api/auth/user',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(statusCode).not.toBe(401)
})

const staff = await testApp.owner('olivia')
const password = 'correct horse'

const list = async (memberId: string) => {
  const url = `/api/admin/users/${memberId}/security-events`
  const { status, body } = await callRest(app, staff.token, { method: 'GET', url })
  expect(status).toBe(200)
  return body as { id: string; kind: string; at: string }[]
}

test('staff read what a member did about their credentials, newest first', async () => {
  const { memberId, email } = await givenMemberWithPassword(db, { password })
  const logIn = { method: 'POST', url: '/api/auth/login', body: { email, password } } as const
  const { token } = (await callRest(app, undefined, logIn)).body
  const body = { currentPassword: password, newPassword: 'battery staple', confirmPassword: 'battery staple' }
  await callRest(app, token, { method: 'POST', url: '/api/account/password', body })
  await db.transaction().execute((trx) => insertAccountChange(trx, { memberId, kind: 'secured' }))
  const events = await list(memberId)
  expect(events.map(({ kind }) => kind)).toEqual(['secured', 'password-changed'])
  for (const event of events) {
    expect(Object.keys(event).sort()).toEqual(['at', 'id', 'kind'])
    expect(Date.now() - Date.parse(event.at)).toBeLessThan(60_000)
  }
})

test('every kind is named, up to the latest hundred, and only this member’s', async () => {
  const { memberId } = await givenMemberWithPassword(db, { password })
  const other = await givenMemberWithPassword(db, { password })
  for (const owner of [memberId, other.memberId])
    await sql`insert into account_change (member_id, kind, created_at)
      select ${owner}::uuid, kinds.kind, now() - make_interval(mins => n::int)
      from generate_series(1, 10) n, unnest(${ACCOUNT_CHANGES as unknown as string[]}::text[]) as kinds (kind)`.execute(
      db,
    )
  const events = await list(memberId)
  expect(events).toHaveLength(100)
  expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(ACCOUNT_CHANGES))
  const ids = await db
    .selectFrom('accountChange')
    .select('changeId')
    .where('memberId', '=', memberId)
    .execute()
  const own = new Set(ids.map(({ changeId }) => changeId))
  expect(events.filter(({ id }) => !own.has(id))).toEqual([])
})
