import type { AccountChangeKind } from '@chuma/contract/account/account'
import type { StepUpWay } from '@chuma/contract/auth/auth-rules'
import type { Trx } from '@chuma/db/client'
import { insertAccountChange } from '@chuma/db/queries/account/member-standing'
import { lockMember } from '@chuma/db/queries/account/members'
import { lockStaff } from '@chuma/db/queries/admin/staff'
import { stepUpStaffSession } from '@chuma/db/queries/admin/staff-sessions'
import type { FactorOwner } from '@chuma/db/queries/auth/passkeys'
import { stepUpSession } from '@chuma/db/queries/auth/sessions'
import { AppError } from '../../app-error.ts'
import type { Caller, StaffActor, StaffSide } from '../../caller.ts'
import { refuseBeforeSetUp, requireNewStaffPerson } from '../staff.ts'

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

/**
 * Record that the person in the session of this call has just proved who they are.
 * @throws AppError NOT_SIGNED_IN for a session that ended meanwhile
 */
export async function markProven(trx: Trx, { staff, member }: Caller): Promise<void> {
  const isOpen = staff
    ? await stepUpStaffSession(trx, staff)
    : member !== null && (await stepUpSession(trx, member))
  if (!isOpen) throw new AppError('NOT_SIGNED_IN', { why: 'ended' })
}

type FactorChange = Extract<AccountChangeKind, `second-factor-${string}` | 'recovery-codes-renewed'>

/** Record a change of a member's second factor among their security events. A staff account has only the audit log. */
export async function noteFactorChange(trx: Trx, { kind: side, id }: FactorOwner, kind: FactorChange) {
  if (side === 'member') await insertAccountChange(trx, { memberId: id, kind })
}

/**
 * Require a person whose session gave a proof minutes ago: a stolen token alone must not be the whole company.
 * @throws AppError STEP_UP_REQUIRED with the ways of this account; FORBIDDEN for an API key, which can give no proof
 */
export function requireStepUp({ staff, member, apiKey }: Caller): void {
  if (apiKey) throw new AppError('FORBIDDEN', { why: 'person' })
  const proof = (staff ?? member?.staffSide)?.proof
  if (!proof?.isFresh) throw new AppError('STEP_UP_REQUIRED', { ways: [...(proof?.ways ?? [])] })
}

/** List the ways in which an account with a second factor can prove it. */
export function listWays({ isTotpOn, hasPasskey }: { isTotpOn: boolean; hasPasskey: boolean }): StepUpWay[] {
  return [
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(isTotpOn ? (['totp'] as const) : []),
    'recovery-code',
  ]
}
