import type { Permission, StaffRole } from '@chuma/contract/admin/permissions'
import type { ErrorCode } from '@chuma/contract/errors'
import type { Access } from './access.ts'
import { CRITICAL_CALLS, CRITICAL_FOR_KEYS } from './critical-calls.ts'
import { ROLES_ALLOWED } from './roles-allowed.ts'

/** What a caller is to the guards, whatever token they hold. */
export type Who =
  | { kind: 'nobody' }
  | {
      kind: 'member'
      role: StaffRole | null
      isPremium?: boolean
      isSecondFactorMissing?: boolean
      /** They have a second factor, and have not given it in this session. */
      isProofDue?: boolean
      isSteppedUp?: boolean
    }
  | { kind: 'staff'; role: StaffRole; isSecondFactorMissing: boolean; isSteppedUp?: boolean }
  | { kind: 'client' }
  | { kind: 'key'; permissions: readonly Permission[] }

/** The code a call is refused with; null when it is allowed. */
export function expectedRefusal(access: Access, who: Who, procedure?: string): ErrorCode | null {
  const refusal = refuseByAccess(access, who)
  if (refusal || procedure === undefined || !CRITICAL_CALLS.has(procedure)) return refusal
  if (who.kind === 'key') return CRITICAL_FOR_KEYS.has(procedure) ? null : 'FORBIDDEN'
  return who.kind !== 'nobody' && who.kind !== 'client' && who.isSteppedUp ? null : 'STEP_UP_REQUIRED'
}

function refuseByAccess(access: Access, who: Who): ErrorCode | null {
  if (access === 'public') return null
  if (access === 'member') return who.kind === 'member' ? null : 'NOT_SIGNED_IN'
  if (access === 'premium') {
    if (who.kind !== 'member') return 'NOT_SIGNED_IN'
    return who.isPremium ? null : 'PREMIUM_REQUIRED'
  }
  if (access === 'client') return who.kind === 'client' ? null : 'NOT_SIGNED_IN'
  if (who.kind === 'nobody' || who.kind === 'client') return 'NOT_SIGNED_IN'
  if (access === 'new staff person') {
    return who.kind === 'staff' || (who.kind === 'member' && who.role) ? null : 'FORBIDDEN'
  }
  if (access === 'new staff account') return who.kind === 'staff' ? null : 'FORBIDDEN'
  if (who.kind !== 'key' && who.isSecondFactorMissing) return 'SECOND_FACTOR_MISSING'
  if (who.kind === 'member' && who.isProofDue) return 'STEP_UP_REQUIRED'
  if (access === 'staff person') return who.kind !== 'key' && who.role ? null : 'FORBIDDEN'
  if (access === 'staff account') return who.kind === 'staff' ? null : 'FORBIDDEN'
  if (who.kind === 'key') return who.permissions.includes(access) ? null : 'FORBIDDEN'
  return who.role && ROLES_ALLOWED[access].includes(who.role) ? null : 'FORBIDDEN'
}
