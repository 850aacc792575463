import type { Trx } from '@chuma/db/client'
import { lockMember } from '@chuma/db/queries/account/members'
import type { FactorOwner } from '@chuma/db/queries/admin/second-factors'
import { lockStaff } from '@chuma/db/queries/admin/staff'
import { refuseBeforeSetUp, requireNewStaffPerson, type StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Caller, StaffSide } from '../../caller.ts'

/** A person on the staff, and the account that their second factor belongs to. `label`: its name in the app. */
export type FactorHolder = StaffActor & StaffSide & { owner: FactorOwner; label: string }

/** Require a person on the staff for calls about their own second factor. */
export function requireFactorHolder(caller: Caller): FactorHolder {
  refuseBeforeSetUp(caller)
  return requireNewFactorHolder(caller)
}

/** The same for the few calls that set up a missing one. */
export function requireNewFactorHolder(caller: Caller): FactorHolder {
  const { name, address } = requireNewStaffPerson(caller)
  const { staff, member } = caller
  if (staff) return { ...staff, name, address, owner: staffOwner(staff.staffId), label: staff.username }
  if (!member?.staffSide) throw new AppError('FORBIDDEN')
  const owner = { kind: 'member', id: member.memberId } as const
  return { ...member.staffSide, name, address, owner, label: member.email }
}

export const staffOwner = (staffId: string): FactorOwner => ({ kind: 'staff', id: staffId })

/** Wait for a concurrent log-in with the same code, or a reset of the account. */
export async function lockFactorOwner(trx: Trx, { kind, id }: FactorOwner): Promise<void> {
  await (kind === 'staff' ? lockStaff(trx, id) : lockMember(trx, id))
}
