import type { CreateApiKeyInput } from '@chuma/contract/admin/staff'
import { problem } from '@chuma/contract/problems'
import { listApiKeys } from '@chuma/db/queries/admin/api-keys'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requireMember } from '../auth/sessions.ts'
import { requireStaff } from '../auth/staff.ts'
import { givenMemberWithPassword, givenSession } from '../auth/testing.ts'
import { codeOf, giveRole, openTestDb, setRows } from '../testing.ts'
import { createApiKey, revokeApiKey } from './keys.ts'
import { getStaffMember } from './staff/own-staff-account.ts'
import { givenStaff, identifyStaff, listAudit } from './testing.ts'

const { db, deps } = await openTestDb()
const owner = await givenStaff(deps)
const { caller, actor, password } = owner

let keys = 0
const wish = (replaced: Partial<CreateApiKeyInput> = {}): CreateApiKeyInput => ({
  name: `script ${keys++}`,
  permissions: ['stats:read'],
  expiresInDays: 30,
  password,
  ...replaced,
})
const expire = (id: string) =>
  setRows(
    db,
    'apiKey',
    { keyId: id },
    { createdAt: sql<Date>`now() - interval '2 days'`, expiresAt: sql<Date>`now()` },
  )

test('a key has its own permissions and no others', async () => {
  const { token, id, name } = await createApiKey(deps, caller, wish())
  expect(token).toMatch(/^k_[\w-]{65}$/)
  const script = await identifyStaff(deps, token)
  expect(script).toMatchObject({ member: null, staff: null, apiKey: { keyId: id, name } })
  expect(requireStaff(script, 'stats:read')).toMatchObject({ name: `key:${name}` })
  expect(() => requireStaff(script, 'withdrawals:decide')).toThrow('FORBIDDEN')
  await expect(getStaffMember(deps, script)).rejects.toThrow('FORBIDDEN')
  expect(() => requireMember(script)).toThrow('NOT_SIGNED_IN')
})

test('a key’s token is stored as a hash and shown once', async () => {
  const { token, ...key } = await createApiKey(deps, caller, wish())
  const listed = await listApiKeys(db)
  expect(listed).toContainEqual(key)
  const { rows } = await sql`select k::text, a::text from api_key k, audit_entry a`.execute(db)
  for (const text of [JSON.stringify(listed), JSON.stringify(rows)]) expect(text).not.toContain(token)
})

test('revoked and expired keys stop working', async () => {
  const revoked = await createApiKey(deps, caller, wish())
  expect(await revokeApiKey(deps, actor, { id: revoked.id })).toMatchObject({ revokedAt: expect.any(Date) })
  expect((await identifyStaff(deps, revoked.token)).apiKey).toBeNull()
  expect(await codeOf(revokeApiKey(deps, actor, { id: revoked.id }))).toBe('NOT_FOUND')
  const expired = await createApiKey(deps, caller, wish())
  await expire(expired.id)
  expect((await identifyStaff(deps, expired.token)).apiKey).toBeNull()
})

test('a key shows its author, who revoked it and when it was last used', async () => {
  const { id, name, token } = await createApiKey(deps, caller, wish({ permissions: ['members:read'] }))
  await identifyStaff(deps, token)
  const find = async () => (await listApiKeys(db)).find((key) => key.id === id)
  expect(await find()).toMatchObject({ createdBy: actor.name, lastUsedAddress: '203.0.113.7' })
  await revokeApiKey(deps, actor, { id })
  expect(await listAudit(db, `key:${name}`)).toMatchObject([
    { actor: actor.name, action: 'api-key.created', after: { permissions: ['members:read'] } },
    { actor: actor.name, action: 'api-key.revoked' },
  ])
})

test('creating a key needs one’s own password again, also of a member with the owner role', async () => {
  const { memberId } = await givenMemberWithPassword(db, { password: 'secret-9' })
  await giveRole(db, memberId)
  const admin = await identifyStaff(deps, (await givenSession(db, memberId)).token)
  expect(await codeOf(createApiKey(deps, admin, wish()))).toBe('WRONG_PASSWORD')
  const key = await createApiKey(deps, admin, wish({ password: 'secret-9' }))
  expect(key.createdBy).toBe(`member:${memberId}`)
})

test('only owners create keys', async () => {
  for (const role of ['finance', 'content', 'analyst'] as const) {
    const other = await givenStaff(deps, { role })
    expect(await codeOf(createApiKey(deps, other.caller, wish()))).toBe('FORBIDDEN')
  }
  const { token } = await createApiKey(deps, caller, wish())
  expect(await codeOf(createApiKey(deps, await identifyStaff(deps, token), wish()))).toBe('FORBIDDEN')
})

test('a key’s name is unique forever, ignoring case, so that the audit log is unambiguous', async () => {
  const { id } = await createApiKey(deps, caller, wish({ name: 'Payouts' }))
  await revokeApiKey(deps, actor, { id })
  await expect(createApiKey(deps, caller, wish({ name: 'payouts' }))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { name: [problem('KEY_NAME_USED')] },
  })
})

test('the database refuses keys that could create keys or accounts, or that never expire', async () => {
  const insert = (permission: string, days: number) =>
    sql`insert into api_key (name, token_hash, permissions, created_by, owner_staff_id, expires_at)
      values (gen_random_uuid(), sha256('x'), array[${permission}], 'test', ${owner.id}, now() + make_interval(days => ${days}))`.execute(
      db,
    )
  await insert('stats:read', 365)
  for (const permission of ['staff:manage', 'keys:manage']) {
    await expect(insert(permission, 30)).rejects.toThrow('api_key_never_makes_staff')
  }
  await expect(insert('stats:read', 367)).rejects.toThrow('api_key_ends_within_a_year')
})
