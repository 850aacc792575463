import { ACCOUNT_CHANGES } from '@chuma/contract/account/account'
import { givenMemberWithPassword } from '@chuma/core/auth/testing'
import { insertAccountChange } from '@chuma/db/queries/account/member-standing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, db } = testApp
afterAll(testApp.close)
const password = 'correct horse'
let staff: string
beforeAll(async () => {
  staff = (await testApp.owner('olivia')).token
})

const doors = {
  REST: (memberId: string, token?: string) =>
    callRest(app, token, { method: 'GET', url: `/api/admin/users/${memberId}/security-events` }),
  tRPC: (memberId: string, token?: string) =>
    callTrpc(app, token, {
      type: 'query',
      path: 'admin.listMemberSecurityEvents',
      input: { memberId },
    }),
}
const everyDoor = test.each(Object.entries(doors))

everyDoor('staff read what a member did about their credentials, newest first (%s)', async (_door, list) => {
  const { memberId, email } = await givenMemberWithPassword(db, { password })
  const logIn = { method: 'POST', url: '/api/auth/login', body: { email, password } } as const
  const { token } = (await callRest(app, undefined, logIn)).body
  const body = { currentPassword: password, newPassword: 'battery staple', confirmPassword: 'battery staple' }
  const changed = await callRest(app, token, { method: 'POST', url: '/api/account/password', body })
  expect(changed.status).toBe(200)
  await db.transaction().execute((trx) => insertAccountChange(trx, { memberId, kind: 'secured' }))
  const { status, body: events } = await list(memberId, staff)
  expect(status).toBe(200)
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['secured', 'password-changed'])
  for (const event of events) {
    expect(Object.keys(event).sort()).toEqual(['at', 'id', 'kind'])
    expect(Date.now() - Date.parse(event.at)).toBeLessThan(60_000)
  }
  expect((await list(memberId, changed.body.token)).status).toBe(403)
  expect((await list(memberId)).status).toBe(401)
})

everyDoor(
  'every kind is named, up to the latest hundred, and only this member’s (%s)',
  async (_door, list) => {
    const { memberId } = await givenMemberWithPassword(db, { password })
    const other = await givenMemberWithPassword(db, { password })
    for (const owner of [memberId, other.memberId])
      await sql`insert into account_change (member_id, kind, created_at)
      select ${owner}::uuid, kinds.kind, now() - make_interval(mins => n::int)
      from generate_series(1, 10) n, unnest(${ACCOUNT_CHANGES as unknown as string[]}::text[]) as kinds (kind)`.execute(
        db,
      )
    const { body } = await list(memberId, staff)
    expect(body).toHaveLength(100)
    expect(new Set(body.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(ACCOUNT_CHANGES))
    const ids = await db
      .selectFrom('accountChange')
      .select('changeId')
      .where('memberId', '=', memberId)
      .execute()
    const own = new Set(ids.map(({ changeId }) => changeId))
    expect(body.filter(({ id }: { id: string }) => !own.has(id))).toEqual([])
  },
)
