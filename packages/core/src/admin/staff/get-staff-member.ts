import { PERMISSIONS } from '@chuma/contract/admin/permissions'
import type { signedInStaffMember } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/timestamp'
import { getSetUp } from '@chuma/db/queries/admin/set-up'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { isUnfinished } from '../set-up/require-set-up-owner.ts'
import { isAllowed, requireNewStaffPerson } from './require-staff.ts'

/** Describe the signed-in staff member and their permissions: a staff account, or a member with an admin role. */
export async function getStaffMember(
  { db, accounts }: Pick<Deps, 'db' | 'accounts'>,
  caller: Caller,
): Promise<Answer<typeof signedInStaffMember>> {
  const { role } = requireNewStaffPerson(caller)
  const { staff, member } = caller
  const side = staff ?? member?.staffSide
  const isProofDue = member?.staffSide?.isProofDue ?? false
  return {
    id: staff?.staffId ?? member?.memberId ?? '',
    username: staff?.username ?? member?.email ?? '',
    role,
    email: staff ? staff.email : (member?.email ?? null),
    permissions: isProofDue ? [] : PERMISSIONS.filter((permission) => isAllowed(role, permission)),
    isSecondFactorOn: side?.isSecondFactorOn ?? false,
    isTotpOn: side?.isTotpOn ?? false,
    hasPasskey: side?.proof.ways.includes('passkey') ?? false,
    isSecondFactorMissing: side?.isSecondFactorMissing ?? false,
    isProofDue,
    isSecondFactorWaived: accounts.isSecondFactorWaived ?? false,
    passwordExpiresAt: staff?.passwordExpiresAt ?? null,
    isSetUpUnfinished: role === 'owner' && isUnfinished(await getSetUp(db)),
  }
}
