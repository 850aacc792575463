import type { SignedInStaffMember } from '@chuma/contract/admin/staff'

/** Whether the server answers nothing but the calls of the account page yet. */
export const mustSetUpFirst = (
  staff: Pick<SignedInStaffMember, 'isSecondFactorMissing' | 'passwordExpiresAt'>,
): boolean => staff.isSecondFactorMissing || staff.passwordExpiresAt !== null
