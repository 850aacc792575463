import type { Permission, StaffRole } from '@chuma/contract/admin/permissions'
import { findMemberOwner, findStaffOwner } from '@chuma/db/queries/admin/api-keys'
import { findActor } from '@chuma/db/queries/admin/approvals'
import { findPersonOf } from '@chuma/db/queries/admin/people'
import type { Deps } from '../../deps.ts'
import { isAllowed } from '../staff/staff-sessions.ts'

type Owner = { ownerStaffId: string | null; ownerMemberId: string | null }

/** The present role of an account. Null: it could do nothing now, so neither can its keys. */
export async function findOwnersRole(
  { db, accounts }: Pick<Deps, 'db' | 'accounts'>,
  { ownerStaffId, ownerMemberId }: Owner,
): Promise<StaffRole | null> {
  const { isSecondFactorRequired } = accounts
  if (ownerStaffId) {
    const staff = await findStaffOwner(db, ownerStaffId)
    return staff && (staff.isSecondFactorOn || !isSecondFactorRequired) ? staff.role : null
  }
  const member = ownerMemberId ? await findMemberOwner(db, ownerMemberId) : undefined
  return member && (member.isSecondFactorOn || !isSecondFactorRequired) ? member.role : null
}

/** The present role behind an actor of the audit log: a key has its owner's. */
export async function findRoleOf(
  deps: Pick<Deps, 'db' | 'accounts'>,
  name: string,
): Promise<StaffRole | null> {
  const actor = await findActor(deps.db, name)
  return actor ? findOwnersRole(deps, actor) : null
}

/** Whether an actor of the audit log could do this now, if they were signed in. */
export async function mayNow(
  deps: Pick<Deps, 'db' | 'accounts'>,
  name: string,
  permission: Permission,
): Promise<boolean> {
  const actor = await findActor(deps.db, name)
  const role = actor && (await findOwnersRole(deps, actor))
  if (!role || !isAllowed(role, permission)) return false
  if (actor.permissions && !actor.permissions.includes(permission)) return false
  return (await findPersonOf(deps.db, name)) !== null
}
