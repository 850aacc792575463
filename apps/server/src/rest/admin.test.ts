import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import { finance, givenWithdrawal } from '@chuma/core/payouts/testing'
import { giveRole } from '@chuma/core/testing'
import { countStaffFigures } from '@chuma/db/queries/admin/admin'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../testing.ts'

const { app, db, deps, member, owner, close } = await createTestApp()
afterAll(close)
const { token } = await owner('boss')

test('a member made admin gets in; one with read access decides nothing', async () => {
  const analyst = await member()
  await giveRole(db, analyst.memberId, { role: 'analyst' })
  const { id } = await givenWithdrawal(db)
  const list = { method: 'GET', url: '/api/admin/withdrawals' } as const
  expect((await callRest(app, analyst.token, list)).status).toBe(200)
  expect(await callTrpc(app, analyst.token, { type: 'query', path: 'admin.getStaffMember' })).toEqual({
    status: 200,
    body: {
      isSetUpUnfinished: false,
      isProofDue: false,
      isSecondFactorWaived: false,
      isTotpOn: false,
      hasPasskey: false,
      id: analyst.memberId,
      username: analyst.email,
      email: analyst.email,
      role: 'analyst',
      permissions: [
        'stats:read',
        'members:read',
        'withdrawals:read',
        'payouts:read',
        'offers:read',
        'results:read',
        'results:raw',
        'catalogue:read',
        'analytics:read',
        'economy:read',
        'audit:read',
        'system:read',
        'partners:read',
        'proofs:read',
      ],
      isSecondFactorOn: false,
      isSecondFactorMissing: false,
      passwordExpiresAt: null,
    },
  })
  const body = { status: 'approved' }
  const put = { method: 'PUT', url: `/api/admin/withdrawals/${id}`, body } as const
  expect(await callRest(app, analyst.token, put)).toMatchObject({ status: 403 })
  for (const [path, input] of [
    ['admin.decideWithdrawal', { id, ...body }],
    ['admin.retryPayout', { id }],
    ['admin.verifyLedger', undefined],
  ] as const) {
    const call = { type: 'mutation', path, ...(input ? { input } : {}) } as const
    expect(await callTrpc(app, analyst.token, call)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
  }
})

test('a withdrawal goes from pending to paid through REST, and repeats are conflicts', async () => {
  const { id, email } = await givenWithdrawal(db)
  const put = (body: object) =>
    callRest(app, token, { method: 'PUT', url: `/api/admin/withdrawals/${id}`, body })
  expect(await put({ status: 'approved' })).toMatchObject({
    status: 200,
    body: {
      id,
      status: 'approved',
      payoutState: 'manual',
      userEmail: email,
      userName: 'Amina Otieno',
      payoutNote: null,
    },
  })
  expect(await put({ status: 'approved' })).toMatchObject({ status: 409, body: { code: 'WITHDRAWAL_STATE' } })
  expect(await put({ status: 'paid', adminNotes: 'Slip 3' })).toMatchObject({
    status: 200,
    body: { receipt: null, adminComment: 'Slip 3' },
  })
  expect(await put({ status: 'rejected', adminNotes: 'Too late' })).toMatchObject({ status: 409 })
})

test.each([
  ['a rejection without a reason', { status: 'rejected' }, 'adminNotes'],
  ['a rejection with an empty reason', { status: 'rejected', adminNotes: '  ' }, 'adminNotes'],
])('a decision with %s is refused by both doors, and the field named', async (_name, body, field) => {
  const { id } = await givenWithdrawal(db)
  const rest = await callRest(app, token, { method: 'PUT', url: `/api/admin/withdrawals/${id}`, body })
  const trpc = await callTrpc(app, token, {
    type: 'mutation',
    path: 'admin.decideWithdrawal',
    input: { id, ...body },
  })
  expect(rest).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', fieldErrors: { [field]: [expect.any(String)] } },
  })
  expect(trpc).toEqual(rest)
})

test('the list is newest first, with what is pending before the rest, by status, page by page', async () => {
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await givenWithdrawal(db)).id)
  const get = async (query: string) => {
    const { body } = await callRest(app, token, { method: 'GET', url: `/api/admin/withdrawals?${query}` })
    return body.map((row: { id: string }) => row.id)
  }
  const [settled = ''] = [(await givenWithdrawal(db)).id]
  await decideWithdrawal(deps, finance, { id: settled, status: 'rejected', adminNotes: 'Because' })
  const whole = await get('')
  expect(whole.slice(0, 3)).toEqual(ids.toReversed())
  expect(whole.indexOf(settled)).toBeGreaterThan(whole.indexOf(ids[0]))
  const leafed: string[] = []
  for (let page = await get('limit=2'); page.length > 0; page = await get(`limit=2&after=${page.at(-1)}`))
    leafed.push(...page)
  expect(leafed).toEqual(whole)
  const all = await get('status=pending')
  expect(all.slice(0, 3)).toEqual(ids.toReversed())
  expect((await get('status=pending&sort=oldest')).slice(-3)).toEqual(ids)
  const paged: string[] = []
  for (let page = await get('status=pending&limit=2'); page.length > 0; ) {
    paged.push(...page)
    page = await get(`status=pending&limit=2&after=${page.at(-1)}`)
  }
  expect(paged).toEqual(all)
  expect(await get('status=rejected')).toContain(settled)
})

test('the lists of withdrawals and members hold up to five hundred, and link to the next page', async () => {
  for (let n = 0; n < 3; n++) await member()
  for (const path of ['/api/admin/withdrawals', '/api/admin/users']) {
    const whole = await app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
    expect(whole.json().length).toBeGreaterThan(2)
    expect((await callRest(app, token, { method: 'GET', url: `${path}?limit=500` })).status).toBe(200)
    expect((await callRest(app, token, { method: 'GET', url: `${path}?limit=501` })).status).toBe(400)
    const page = await app.inject({ url: `${path}?limit=2`, headers: { authorization: `Bearer ${token}` } })
    expect(page.headers.link).toBe(`<${path}?limit=2&after=${page.json()[1].id}>; rel="next"`)
  }
})

test('over both doors the figures are at most ten seconds old', async () => {
  const readers = [
    () => callRest(app, token, { method: 'GET', url: '/api/admin/stats' }),
    () => callTrpc(app, token, { type: 'query', path: 'admin.getStats' }),
  ]
  const letTimePass = () =>
    sql`update staff_figures set counted_at = now() - interval '11 seconds'`.execute(db)
  for (const read of readers) {
    await letTimePass()
    const before = (await read()).body
    await member()
    expect((await read()).body).toEqual(before)
    await letTimePass()
    const { body } = await read()
    expect(body.totalUsers).toBe(before.totalUsers + 1)
  }
})

test('the figures count members, surveys, earnings and active members, and leave out erased accounts', async () => {
  const read = async () => {
    await countStaffFigures(db)
    const { countedAt: _, ...figures } = (
      await callTrpc(app, token, { type: 'query', path: 'admin.getStats' })
    ).body
    return figures
  }
  const before = await read()
  const erased = await member()
  await sql`update member set email = 'erased-' || member_id || '@deleted.invalid', first_name = 'Erased',
    last_name = 'member', country = '', password_hash = '', email_verified_at = null, premium_until = null,
    deletion_due_at = now(), erased_at = now() where member_id = ${erased.memberId}`.execute(db)
  await member()
  const after = await read()
  expect(after).toEqual({ ...before, totalUsers: before.totalUsers + 1, activeUsers: before.activeUsers + 1 })
  await db
    .updateTable('session')
    .set({ lastSeenAt: new Date('2020-01-01') })
    .execute()
  await sql`update member_seen set last_seen_at = '2020-01-01'`.execute(db)
  expect((await read()).activeUsers).toBe(after.activeUsers - (await countWithoutPostings()))
})

test('the ledger is verified on demand, and the demo login is shown only in demo mode', async () => {
  expect(
    await callTrpc(app, token, { type: 'mutation', path: 'admin.verifyLedger', input: {} }),
  ).toMatchObject({
    status: 200,
    body: { ok: true, findings: [] },
  })
  expect(await callTrpc(app, undefined, { type: 'query', path: 'admin.getDemoLogin' })).toEqual({
    status: 200,
    body: null,
  })
})

async function countWithoutPostings() {
  const { n } = await db
    .selectFrom('wallet')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .innerJoin('member', 'member.memberId', 'wallet.memberId')
    .where('erasedAt', 'is', null)
    .where('seq', '=', 0)
    .executeTakeFirstOrThrow()
  return n
}
