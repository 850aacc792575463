import type { StaffMember } from '@chuma/contract/admin'
import type { Caller } from '../caller.ts'
import { requireStaffPerson } from './require-staff.ts'

/** Who is signed in on the staff's side: a staff account, or a member whom an owner made admin. */
export function getStaffMember(caller: Caller): StaffMember {
  const { role } = requireStaffPerson(caller)
  const { staff, member } = caller
  if (staff) return { id: staff.staffId, username: staff.username, role }
  return { id: member?.memberId ?? '', username: member?.email ?? '', role }
}
