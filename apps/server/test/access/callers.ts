import { randomUUID } from 'node:crypto'
import {
  KEY_PERMISSIONS,
  mintsAndPays,
  type Permission,
  type StaffRole,
} from '@chuma/contract/admin/permissions'
import { STAFF_ROLES } from '@chuma/contract/auth/auth-rules'
import { createApiKey } from '@chuma/core/admin/keys'
import { givenStaff } from '@chuma/core/admin/testing'
import { createToken } from '@chuma/core/auth/sessions'
import { givenSession } from '@chuma/core/auth/testing'
import { givenClient } from '@chuma/core/clients/testing'
import type { Deps } from '@chuma/core/deps'
import { givenMember, giveRole } from '@chuma/core/testing'
import type { Db } from '@chuma/db/client'
import { type RawBuilder, sql } from 'kysely'
import type { createTestApp } from '../../src/testing.ts'
import type { Who } from './expected-answer.ts'

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
/** `token` makes a new one for each call, because some calls end the session that makes them. */
export type MatrixCaller = { name: string; who: Who; token: () => Promise<string | undefined> }

const nobody: Who = { kind: 'nobody' }
const unknownId = '00000000-0000-4000-8000-000000000000'

/** Every kind of caller while a second factor is optional. */
export async function listCallers(testApp: TestApp): Promise<MatrixCaller[]> {
  const { db } = testApp
  return [
    { name: 'a visitor', who: nobody, token: async () => undefined },
    {
      name: 'a token that was never issued',
      who: nobody,
      token: async () => createToken('u', unknownId).token,
    },
    ...(await listMembers(db)),
    ...(await listStrangeMembers(db)),
    ...(await Promise.all(STAFF_ROLES.map((role) => staffCaller(testApp, role)))),
    ...(await listProvenOwners(testApp)),
    ...(await listFormerStaff(testApp)),
    ...(await listKeys(testApp)),
    await clientCaller(testApp),
  ]
}

async function clientCaller({ db, deps }: TestApp): Promise<MatrixCaller> {
  const { userId } = await givenClient(deps)
  return {
    name: 'a client',
    who: { kind: 'client' },
    token: () => insertClientSession(db, userId),
  }
}

async function insertClientSession(db: Db, userId: string): Promise<string> {
  const { token, tokenHash } = createToken('c', userId)
  await sql`insert into client_session (user_id, token_hash) values (${userId}, ${tokenHash})`.execute(db)
  return token
}

export async function givenMemberWith(db: Db, change?: RawBuilder<unknown>): Promise<string> {
  const { memberId } = await givenMember(db)
  await giveRole(db, memberId)
  await db.updateTable('member').set({ adminRole: null }).where('memberId', '=', memberId).execute()
  if (change) await sql`update member set ${change} where member_id = ${memberId}`.execute(db)
  return memberId
}

async function listMembers(db: Db): Promise<MatrixCaller[]> {
  const people: [name: string, role: StaffRole | null, change?: RawBuilder<unknown>][] = [
    ['a member', null],
    ['a premium member', null, sql`premium_until = now() + interval '1 day'`],
    ...STAFF_ROLES.map((role): [string, StaffRole, RawBuilder<unknown>] => [
      `a member made ${role}`,
      role,
      sql`admin_role = ${role}`,
    ]),
  ]
  return Promise.all(
    people.map(async ([name, role, change]) => {
      const memberId = await givenMemberWith(db, change)
      return {
        name,
        who: { kind: 'member', role, isPremium: name === 'a premium member' },
        token: async () => (await givenSession(db, memberId)).token,
      }
    }),
  )
}

/** Tokens of members who may not sign in, and tokens that only look valid. */
async function listStrangeMembers(db: Db): Promise<MatrixCaller[]> {
  const { memberId } = await givenMember(db)
  const changeSession = async (change: RawBuilder<unknown>) => {
    const { token, tokenHash } = await givenSession(db, memberId)
    await sql`update session set ${change} where token_hash = ${tokenHash}`.execute(db)
    return token
  }
  const suspended = sql`suspended_at = now(), suspension_reason = 'Because'`
  const former: [name: string, change: RawBuilder<unknown>][] = [
    ['a suspended member', suspended],
    ['a suspended member who was made owner', sql`admin_role = 'owner', ${suspended}`],
    ['a member who is being deleted', sql`deletion_due_at = now() + interval '1 day'`],
    ['an unverified member', sql`email_verified_at = null`],
  ]
  const formers = await Promise.all(
    former.map(async ([name, change]) => {
      const id = await givenMemberWith(db, change)
      return { name, who: nobody, token: async () => (await givenSession(db, id)).token }
    }),
  )
  return [
    ...formers,
    { name: 'a member who signed out', who: nobody, token: () => changeSession(sql`revoked_at = now()`) },
    {
      name: 'a member who stayed away for 31 days',
      who: nobody,
      token: () => changeSession(sql`last_seen_at = now() - interval '31 days'`),
    },
    {
      name: 'a session older than 180 days',
      who: nobody,
      token: () => changeSession(sql`expires_at = now()`),
    },
    {
      name: "a member's token spelled like one of the staff",
      who: nobody,
      token: async () => (await givenSession(db, memberId)).token.replace('u_', 'a_'),
    },
    { name: 'the token of a mailed link', who: nobody, token: () => givenLink(db, memberId) },
  ]
}

async function givenLink(db: Db, memberId: string): Promise<string> {
  const { token, tokenHash } = createToken('l', memberId)
  await sql`
    insert into one_time_link (member_id, token_hash, purpose, expires_at)
    values (${memberId}, ${tokenHash}, 'sign-in', now() + interval '10 minutes')
  `.execute(db)
  return token
}

async function staffCaller({ db, deps }: TestApp, role: StaffRole): Promise<MatrixCaller> {
  const { id } = await givenStaff(deps, { role })
  return {
    name: `staff: ${role}`,
    who: { kind: 'staff', role, isSecondFactorMissing: false },
    token: () => givenStaffSession(db, id),
  }
}

export async function givenStaffSession(
  db: Db,
  staffId: string,
  change?: RawBuilder<unknown>,
): Promise<string> {
  const { token, tokenHash } = createToken('a', staffId)
  await sql`insert into staff_session (staff_id, token_hash) values (${staffId}, ${tokenHash})`.execute(db)
  if (change) await sql`update staff_session set ${change} where token_hash = ${tokenHash}`.execute(db)
  return token
}

async function listProvenOwners({ db, deps }: TestApp): Promise<MatrixCaller[]> {
  const { id } = await givenStaff(deps)
  const ago = (isSteppedUp: boolean, time: string): MatrixCaller => ({
    name: `an owner who proved ${time} ago who they are`,
    who: { kind: 'staff', role: 'owner', isSecondFactorMissing: false, isSteppedUp },
    token: () => givenStaffSession(db, id, sql`stepped_up_at = now() - ${time}::interval`),
  })
  return [ago(true, '4 minutes'), ago(false, '6 minutes')]
}

async function listFormerStaff({ db, deps }: TestApp): Promise<MatrixCaller[]> {
  const [owner, disabled] = [await givenStaff(deps), await givenStaff(deps)]
  await sql`update staff set disabled_at = now() where staff_id = ${disabled.id}`.execute(db)
  return [
    { name: 'a disabled owner', who: nobody, token: () => givenStaffSession(db, disabled.id) },
    {
      name: 'an owner who signed in thirteen hours ago',
      who: nobody,
      token: () => givenStaffSession(db, owner.id, sql`created_at = now() - interval '13 hours'`),
    },
    {
      name: 'an owner who signed out',
      who: nobody,
      token: () => givenStaffSession(db, owner.id, sql`revoked_at = now()`),
    },
    {
      name: "an owner's token spelled like a member's",
      who: nobody,
      token: async () => (await givenStaffSession(db, owner.id)).replace('a_', 'u_'),
    },
  ]
}

const MAKING = KEY_PERMISSIONS.filter((permission) => !mintsAndPays([permission, 'members:edit']))
const PAYING = KEY_PERMISSIONS.filter((permission) => !mintsAndPays([permission, 'withdrawals:decide']))

type Owner = Awaited<ReturnType<typeof givenStaff>>

async function givenKey(deps: Deps, { caller, password }: Owner, permissions: Permission[]) {
  const { id, token } = await createApiKey(deps, caller, {
    name: randomUUID(),
    permissions,
    expiresInDays: 1,
    password,
  })
  return { id, token }
}

/** The two strongest keys that an owner can have. */
export async function givenKeys(deps: Deps, owner: Owner): Promise<MatrixCaller[]> {
  const making = await givenKey(deps, owner, MAKING)
  const paying = await givenKey(deps, owner, PAYING)
  return [
    {
      name: 'a key with every permission that a key which gives points may have',
      who: { kind: 'key', permissions: MAKING },
      token: async () => making.token,
    },
    {
      name: 'a key with every permission that a key which pays may have',
      who: { kind: 'key', permissions: PAYING },
      token: async () => paying.token,
    },
  ]
}

async function listKeys({ db, deps }: TestApp): Promise<MatrixCaller[]> {
  const owner = await givenStaff(deps)
  const one = await givenKey(deps, owner, ['stats:read'])
  const revoked = await givenKey(deps, owner, PAYING)
  const expired = await givenKey(deps, owner, PAYING)
  await sql`update api_key set revoked_at = now() where key_id = ${revoked.id}`.execute(db)
  await sql`update api_key set expires_at = now() where key_id = ${expired.id}`.execute(db)
  return [
    ...(await givenKeys(deps, owner)),
    {
      name: 'a key for the statistics',
      who: { kind: 'key', permissions: ['stats:read'] },
      token: async () => one.token,
    },
    { name: 'a revoked key', who: nobody, token: async () => revoked.token },
    { name: 'an expired key', who: nobody, token: async () => expired.token },
  ]
}
