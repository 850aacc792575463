import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy, demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import { giveRole } from '@chuma/core/testing'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'

const settings = { terms: economy.parse(defaultEconomy) }
const testApp = await createTestApp({ economy: async () => settings.terms })
const { app, db } = testApp
afterAll(testApp.close)

type Body = ReturnType<typeof JSON.parse>
const put = (token: string, url: string, body: object): Promise<{ status: number; body: Body }> =>
  callRest(app, token, { method: 'PUT', url, body })
const decide = (token: string, id: string, status: string, adminNotes = '') =>
  put(token, `/api/admin/withdrawals/${id}`, { status, adminNotes })
const decideTyped = (token: string, id: string, status: string, adminNotes = '') =>
  callTrpc(app, token, {
    type: 'mutation',
    path: 'admin.decideWithdrawal',
    input: { id, status, adminNotes },
  })
const doors = { REST: decide, tRPC: decideTyped }

let names = 0
/** A colleague whose account is old enough to decide about the requests of others. */
async function givenOwner() {
  const { token } = await testApp.owner(`owner-${names++}`)
  await sql`update staff set created_at = now() - interval '8 days'`.execute(db)
  return token
}
const [first, second] = [await givenOwner(), await givenOwner()]

const points = { totalEarnings: 500, points: 500, reason: 'Missing surveys' }
let numbers = 0
const phone = () => `0712${String(300_000 + numbers++)}`
const asMpesa = () => ({ withdrawalMethod: 'mpesa', mpesaNumber: phone() })
const asBank = () => ({
  withdrawalMethod: 'bank',
  ...{ bankName: 'Equity Bank', accountNumber: `0199${numbers++}000`, accountName: 'Amina Otieno' },
})
/** KES 100,000, the minimum of the dashboard's dialog. */
const payload = (how: object) => ({ pointsToWithdraw: 100, amountKes: 100_000, ...how })

async function ask(token: string, how: object = asMpesa()): Promise<string> {
  const asked = await callRest(app, token, { method: 'POST', url: '/api/withdrawals', body: payload(how) })
  expect(asked).toMatchObject({ body: { status: 'pending', amountKes: 100_000 } })
  return asked.body.id
}

/** What keeps every large request to a new number out of a bulk approval. */
async function clearDoubts(id: string) {
  await sql`update hold set ended_at = now(), ended_by = 'staff:x', end_reason = 'Seen' where subject_id = ${id}`.execute(
    db,
  )
  await sql`update withdrawal set is_in_review = false where withdrawal_id = ${id}`.execute(db)
}

const waiting = (id: string) =>
  db
    .selectFrom('approvalRequest')
    .select('approvalId')
    .where('subject', '=', `withdrawal:${id}`)
    .where('state', '=', 'waiting')
    .execute()

describe('on the demo', () => {
  const demo = economy.parse({ ...defaultEconomy, ...demoLimits })
  const byRole = async () => {
    const admin = await testApp.member()
    await giveRole(db, admin.memberId)
    return admin.token
  }

  test.each([
    ['a staff account', async () => first, asMpesa],
    ['a staff account', async () => first, asBank],
    ['a user with isAdmin', byRole, asMpesa],
  ])(
    'one admin alone (%s) gives 500 points, approves KES 100,000 and marks it as paid, each at once',
    async (_who, token, how) => {
      settings.terms = demo
      const admin = await token()
      const member = await testApp.member()
      const edited = await put(admin, `/api/admin/users/${member.memberId}/earnings`, points)
      expect(edited).toMatchObject({ status: 200, body: { points: 500 } })
      const id = await ask(member.token, how())
      expect(await decide(admin, id, 'approved')).toMatchObject({ status: 200, body: { status: 'approved' } })
      expect(await decide(admin, id, 'paid', 'Payment processed')).toMatchObject({
        status: 200,
        body: { status: 'paid', adminComment: 'Payment processed', receipt: null },
      })
    },
  )

  test('one admin alone approves in bulk what their own points pay for', async () => {
    settings.terms = demo
    const member = await testApp.member()
    await put(first, `/api/admin/users/${member.memberId}/earnings`, points)
    const id = await ask(member.token)
    await clearDoubts(id)
    const url = '/api/admin/withdrawals/bulk-approve'
    const { body } = await callRest(app, first, { method: 'POST', url, body: { ids: [id] } })
    expect(body).toMatchObject({ approvedCount: 1, left: [] })
  })

  test('nobody decides about their own withdrawal, even there', async () => {
    settings.terms = demo
    const admin = await testApp.member({ points: 200 })
    await giveRole(db, admin.memberId)
    const id = await ask(admin.token)
    for (const door of Object.values(doors)) {
      expect(await door(admin.token, id, 'approved')).toMatchObject({ status: 403 })
    }
  })
})

describe('in production', () => {
  const production = economy.parse(defaultEconomy)
  const strict = economy.parse({ ...defaultEconomy, twoAdminsFromKes: 100_000 })

  async function givenMakersCase() {
    settings.terms = economy.parse({ ...defaultEconomy, ...demoLimits })
    const member = await testApp.member()
    await put(first, `/api/admin/users/${member.memberId}/earnings`, points)
    settings.terms = strict
    return { member, id: await ask(member.token) }
  }

  test('one admin alone gives 500 points and approves only together with a second person', async () => {
    settings.terms = production
    const member = await testApp.member()
    const url = `/api/admin/users/${member.memberId}/earnings`
    const { status, body } = await put(first, url, points)
    expect([status, body.code]).toEqual([202, 'APPROVAL_PENDING'])
    const { rows } = await sql<{ id: string }>`
      select approval_id as id from approval_request where subject = ${`member:${member.memberId}`}`.execute(
      db,
    )
    const decided = await callRest(app, second, {
      method: 'PUT',
      url: `/api/admin/approvals/${rows[0]?.id}`,
      body: { decision: 'approve', note: '' },
    })
    expect(decided.status).toBe(200)
    const id = await ask(member.token)
    expect((await decide(first, id, 'approved')).status).toBe(202)
    expect(await decide(second, id, 'approved')).toMatchObject({ status: 200, body: { status: 'approved' } })
    expect(await decide(first, id, 'paid', 'Payment processed')).toMatchObject({
      status: 200,
      body: { status: 'paid' },
    })
  })

  test.each(Object.entries(doors))(
    'over %s the second person’s own approval decides a request that waits',
    async (_door, call) => {
      const { id } = await givenMakersCase()
      expect(await call(first, id, 'approved', 'Seen')).toMatchObject({ status: 202 })
      // The asker again, in other words: it waits, and nothing is asked twice.
      expect(await call(first, id, 'approved', 'Really')).toMatchObject({ status: 202 })
      expect(await waiting(id)).toHaveLength(1)
      expect(await call(second, id, 'approved', 'I agree')).toMatchObject({
        status: 200,
        body: { status: 'approved', adminComment: 'Seen' },
      })
      expect(await waiting(id)).toEqual([])
    },
  )
})

describe('rejected and paid are final', () => {
  test.each(['mpesa', 'bank'])(
    'every decision about a settled %s withdrawal is refused at once',
    async (method) => {
      settings.terms = economy.parse({ ...defaultEconomy, ...demoLimits })
      for (const end of ['paid', 'rejected'] as const) {
        const member = await testApp.member({ points: 200 })
        const id = await ask(member.token, method === 'mpesa' ? asMpesa() : asBank())
        if (end === 'paid') await decide(first, id, 'approved')
        expect((await decide(first, id, end, 'Because')).status).toBe(200)
        for (const target of ['approved', 'rejected', 'paid']) {
          for (const door of Object.values(doors)) {
            expect([end, target, (await door(first, id, target, 'Because')).status]).toEqual([
              end,
              target,
              409,
            ])
          }
        }
      }
    },
  )
})
