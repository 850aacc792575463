import type { StaffRole } from '@chuma/contract/admin/permissions'
import { STAFF_ROLES } from '@chuma/contract/auth/auth-rules'
import { givenStaff } from '@chuma/core/admin/testing'
import { givenSession } from '@chuma/core/auth/testing'
import { givenMember, giveRole } from '@chuma/core/testing'
import { sql } from 'kysely'
import { givenKeys, givenStaffSession, type MatrixCaller, type TestApp } from './callers.ts'

/** Everything one person can come as: an account of each role, a member account of each role, and their keys. */
export async function listDisguises(testApp: TestApp, personId: string): Promise<MatrixCaller[]> {
  const owner = await givenStaff(testApp.deps, { personId })
  return [
    ...(await Promise.all(STAFF_ROLES.map((role) => staffAccount(testApp, { role, personId })))),
    ...(await Promise.all(STAFF_ROLES.map((role) => memberAccount(testApp, { role, personId })))),
    ...(await givenKeys(testApp.deps, owner)),
  ]
}

type Disguise = { role: StaffRole; personId: string }

async function staffAccount({ db, deps }: TestApp, { role, personId }: Disguise): Promise<MatrixCaller> {
  const { id } = await givenStaff(deps, { role, personId })
  return {
    name: `their staff account: ${role}`,
    who: { kind: 'staff', role, isSecondFactorMissing: false, isSteppedUp: true },
    token: () => givenStaffSession(db, id, sql`stepped_up_at = now()`),
  }
}

async function memberAccount({ db }: TestApp, { role, personId }: Disguise): Promise<MatrixCaller> {
  const { memberId } = await givenMember(db)
  await giveRole(db, memberId, { role, personId })
  const prove = async () => {
    const { token, tokenHash } = await givenSession(db, memberId)
    await sql`update session set stepped_up_at = now(), staff_seen_at = now() where token_hash = ${tokenHash}`.execute(
      db,
    )
    return token
  }
  return {
    name: `their member account made ${role}`,
    who: { kind: 'member', role, isSteppedUp: true },
    token: prove,
  }
}
