import { givenSecondFactor, givenStaff } from '@chuma/core/admin/testing'
import { givenSession } from '@chuma/core/auth/testing'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import { givenMemberWith, givenStaffSession, type MatrixCaller, type TestApp } from './callers.ts'

/** Every caller affected by a required second factor. */
export async function listStrictCallers({ db, deps }: TestApp): Promise<MatrixCaller[]> {
  const [bare, secured] = [await givenStaff(deps), await givenSecondFactor(deps)]
  return [
    {
      name: 'an owner without the required second factor',
      who: { kind: 'staff', role: 'owner', isSecondFactorMissing: true },
      token: () => givenStaffSession(db, bare.id),
    },
    {
      name: 'an owner with the required second factor',
      who: { kind: 'staff', role: 'owner', isSecondFactorMissing: false },
      token: () => givenStaffSession(db, secured.id),
    },
    ...(await listStrictMembers(db)),
  ]
}

/** Members made owners where a second factor is required: without one, before its proof, and after. */
async function listStrictMembers(db: Db): Promise<MatrixCaller[]> {
  const [bare, secured] = [
    await givenMemberWith(db, sql`admin_role = 'owner'`),
    await givenMemberWith(db, sql`admin_role = 'owner'`),
  ]
  await sql`insert into member_second_factor (member_id, secret, confirmed_at)
    values (${secured}, 'unused', now())`.execute(db)
  const prove = async () => {
    const { token, tokenHash } = await givenSession(db, secured)
    await sql`update session set stepped_up_at = now(), staff_seen_at = now() where token_hash = ${tokenHash}`.execute(
      db,
    )
    return token
  }
  return [
    {
      name: 'a member made owner without the required second factor',
      who: { kind: 'member', role: 'owner', isSecondFactorMissing: true },
      token: async () => (await givenSession(db, bare)).token,
    },
    {
      name: 'a member made owner who has not given their second factor',
      who: { kind: 'member', role: 'owner', isProofDue: true },
      token: async () => (await givenSession(db, secured)).token,
    },
    {
      name: 'a member made owner who has given their second factor',
      who: { kind: 'member', role: 'owner', isSteppedUp: true },
      token: prove,
    },
  ]
}
