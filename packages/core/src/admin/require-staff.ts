import type { StaffRole } from '@chuma/contract/admin'
import { AppError } from '../app-error.ts'
import type { Caller } from '../caller.ts'

/** `name` is what the audit log says; `role` is what he may do. */
export type StaffActor = { name: string; role: StaffRole; address: string | null }

/**
 * Opens the staff's side to a staff token, or to the token of a member whom an owner made admin. `roles` says who may
 * pass beside owners; without it every role may, which is right for reading.
 */
export function requireStaff(caller: Caller, roles?: readonly StaffRole[]): StaffActor {
  const actor = identify(caller)
  if (!actor) throw new AppError(caller.member ? 'FORBIDDEN' : 'NOT_SIGNED_IN')
  if (roles && actor.role !== 'owner' && !roles.includes(actor.role)) throw new AppError('FORBIDDEN')
  return actor
}

function identify({ staff, member, address }: Caller): StaffActor | null {
  if (staff) return { name: `staff:${staff.username}`, role: staff.role, address }
  if (member?.adminRole) return { name: `member:${member.email}`, role: member.adminRole, address }
  return null
}
