import {
  KEY_PERMISSIONS,
  mintsAndPays,
  type Permission,
  type StaffRole,
} from '@chuma/contract/admin/permissions'
import { STAFF_ROLES } from '@chuma/contract/auth/auth-rules'
import { createApiKey } from '@chuma/core/admin/keys'
import { givenSecondFactor, givenStaff, STAFF_PASSWORD } from '@chuma/core/admin/testing'
import { placeOfFactor } from '@chuma/core/auth/factor'
import { createToken } from '@chuma/core/auth/sessions'
import { givenSession } from '@chuma/core/auth/testing'
import { givenClient, givenClientSession } from '@chuma/core/clients/testing'
import { cheapPasswords, givenMember, giveRole } from '@chuma/core/testing'
import type { Db } from '@chuma/db/client'
import { type RawBuilder, sql } from 'kysely'
import type { createTestApp } from '../../src/testing.ts'
import type { Who } from '../access/expected-answer.ts'

type TestApp = Pick<Awaited<ReturnType<typeof createTestApp>>, 'db' | 'deps'>

export type FuzzCaller = {
  name: string
  who: Who
  /** Whether staff must have a second factor. */
  isStrict: boolean
  token: string | undefined
  /** Restores what a call took from the caller: their session, standing and points. */
  renew: () => Promise<void>
}

const nobody: Who = { kind: 'nobody' }
const POINTS = 100_000
const passwordHash = cheapPasswords.hash(STAFF_PASSWORD)

/** List every kind of caller. */
export async function listFuzzCallers(testApp: TestApp): Promise<FuzzCaller[]> {
  const { db } = testApp
  const member = (name: string, who: Who, standing?: RawBuilder<unknown>) =>
    memberCaller(db, { name, who, standing })
  const isMember: Who = { kind: 'member', role: null }
  const callers = [
    visitor(),
    await member('a member', isMember),
    await member(
      'a premium member',
      { ...isMember, isPremium: true },
      sql`premium_until = now() + interval '9 days'`,
    ),
    await member('an unverified member', nobody, sql`email_verified_at = null`),
    await member('a suspended member', nobody, sql`suspended_at = now(), suspension_reason = 'Because'`),
    await member('a member who is leaving', nobody, sql`deletion_due_at = now() + interval '1 day'`),
    await member('a member made owner', { kind: 'member', role: 'owner' }, sql`admin_role = 'owner'`),
    await member('a member whose token has expired', nobody),
    ...(await Promise.all(STAFF_ROLES.map((role) => staffCaller(testApp, role)))),
    await staffCaller(testApp, 'owner', { isSecondFactorMissing: true }),
    await securedCaller(testApp),
    await keyCaller(
      testApp,
      'a key that gives points',
      KEY_PERMISSIONS.filter((permission) => !mintsAndPays([permission, 'members:edit'])),
    ),
    await keyCaller(
      testApp,
      'a key that pays',
      KEY_PERMISSIONS.filter((permission) => !mintsAndPays([permission, 'withdrawals:decide'])),
    ),
    await keyCaller(testApp, 'a key for the statistics', ['stats:read']),
    await clientCaller(testApp),
  ]
  for (const caller of callers) await caller.renew()
  return callers
}

const visitor = (): FuzzCaller => ({
  name: 'a visitor',
  who: nobody,
  isStrict: false,
  token: undefined,
  renew: async () => {},
})

type MemberWish = { name: string; who: Who; standing: RawBuilder<unknown> | undefined }

async function memberCaller(db: Db, { name, who, standing }: MemberWish): Promise<FuzzCaller> {
  const { memberId } = await givenMember(db, { points: POINTS })
  await giveRole(db, memberId)
  const caller: FuzzCaller = { name, who, isStrict: false, token: undefined, renew: () => renew() }
  const renew = async () => {
    await sql`
      update member set password_hash = ${await passwordHash}, email_verified_at = now(), premium_until = null,
        suspended_at = null, suspension_reason = null, deletion_due_at = null, admin_role = null
      where member_id = ${memberId}
    `.execute(db)
    if (standing) await sql`update member set ${standing} where member_id = ${memberId}`.execute(db)
    const { token, tokenHash } = await givenSession(db, memberId)
    caller.token = token
    if (name.endsWith('expired')) {
      await sql`update session set expires_at = now() where token_hash = ${tokenHash}`.execute(db)
    }
  }
  return caller
}

async function openStaffSession(db: Db, staffId: string, role: StaffRole): Promise<string> {
  await sql`
    update staff set disabled_at = null, password_expires_at = null, role = ${role},
      password_hash = ${await passwordHash}
    where staff_id = ${staffId}
  `.execute(db)
  const { token, tokenHash } = createToken('a', staffId)
  await sql`insert into staff_session (staff_id, token_hash, stepped_up_at) values (${staffId}, ${tokenHash}, now())`.execute(
    db,
  )
  return token
}

async function staffCaller(
  { db, deps }: TestApp,
  role: StaffRole,
  { isSecondFactorMissing = false } = {},
): Promise<FuzzCaller> {
  const { id } = await givenStaff(deps, { role })
  const caller: FuzzCaller = {
    name: isSecondFactorMissing ? `staff: ${role} without a second factor` : `staff: ${role}`,
    who: { kind: 'staff', role, isSecondFactorMissing },
    isStrict: isSecondFactorMissing,
    token: undefined,
    renew: async () => {
      await sql`delete from staff_second_factor where staff_id = ${id}`.execute(db)
      caller.token = await openStaffSession(db, id, role)
    },
  }
  return caller
}

async function clientCaller({ deps }: TestApp): Promise<FuzzCaller> {
  const { userId } = await givenClient(deps)
  const caller: FuzzCaller = {
    name: 'a client',
    who: { kind: 'client' },
    isStrict: false,
    token: undefined,
    renew: async () => {
      caller.token = (await givenClientSession(deps, userId)).token
    },
  }
  return caller
}

async function securedCaller({ db, deps }: TestApp): Promise<FuzzCaller> {
  const { id, secret } = await givenSecondFactor(deps, { role: 'finance' })
  const sealed = deps.secrets.seal(placeOfFactor({ kind: 'staff', id }), secret)
  const caller: FuzzCaller = {
    name: 'staff: finance with a second factor',
    who: { kind: 'staff', role: 'finance', isSecondFactorMissing: false },
    isStrict: true,
    token: undefined,
    renew: async () => {
      await sql`
        insert into staff_second_factor (staff_id, secret, confirmed_at) values (${id}, ${sealed}, now())
        on conflict (staff_id) do update set secret = excluded.secret, confirmed_at = now()
      `.execute(db)
      caller.token = await openStaffSession(db, id, 'finance')
    },
  }
  return caller
}

async function keyCaller(
  { db, deps }: TestApp,
  name: string,
  permissions: readonly Permission[],
): Promise<FuzzCaller> {
  const maker = await givenStaff(deps)
  const wish = { name, permissions: [...permissions], expiresInDays: 1, password: maker.password }
  const { id, token } = await createApiKey(deps, maker.caller, wish)
  return {
    name,
    who: { kind: 'key', permissions },
    isStrict: false,
    token,
    renew: async () => {
      await sql`update api_key set revoked_at = null where key_id = ${id}`.execute(db)
    },
  }
}
