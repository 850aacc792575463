import type { ChangePasswordInput } from '@chuma/contract/account/account'
import type { StaffSession } from '@chuma/contract/admin/admin'
import { STAFF_PASSWORD_LENGTH } from '@chuma/contract/admin/staff-password-length'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { replaceStaffPassword } from '@chuma/db/queries/admin/staff'
import { insertStaffSession, revokeStaffSessions } from '@chuma/db/queries/admin/staff-sessions'
import { AppError, invalidField } from '../../app-error.ts'
import { createToken } from '../../auth/create-token.ts'
import { rememberStaffDevice } from '../../auth/devices/remember-staff-device.ts'
import { checkNewPassword } from '../../auth/passwords/check-new-password.ts'
import { withOwnPassword } from '../../auth/passwords/with-own-password.ts'
import { toSource } from '../../auth/throttle/name-bucket.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { requireNewStaffAccount } from './require-staff.ts'

/**
 * Change the caller's password, end all sessions of the account and return a new one. A generated password's expiry ends.
 * @throws AppError INVALID_INPUT for a password that is common, unchanged, or too short for an account without a second
 * factor; WRONG_PASSWORD; THROTTLED
 */
export async function changeStaffPassword(
  deps: Deps,
  caller: Caller,
  { currentPassword, newPassword, rememberDevice }: ChangePasswordInput,
): Promise<StaffSession> {
  const { staffId, username, role, isSecondFactorOn, name, address } = requireNewStaffAccount(caller)
  const { alone, withSecondFactor } = STAFF_PASSWORD_LENGTH
  const least = isSecondFactorOn ? withSecondFactor : alone
  if (newPassword.length < least) throw invalidField('newPassword', 'TOO_SHORT', { min: least })
  if (newPassword === currentPassword) throw invalidField('newPassword', 'PASSWORD_UNCHANGED')
  checkNewPassword(newPassword, 'newPassword')

  return withOwnPassword(deps, { caller, password: currentPassword }, async (checked) => {
    const fresh = await deps.passwords.hash(newPassword, { room: 'staff', source: toSource(address) })
    const { token, tokenHash } = createToken('a', staffId)
    const device = await deps.db.transaction().execute(async (trx) => {
      // The password was changed while this one was being hashed.
      if (!(await replaceStaffPassword(trx, staffId, { checked, fresh })))
        throw new AppError('WRONG_PASSWORD')
      await revokeStaffSessions(trx, staffId)
      const isSteppedUp = !isSecondFactorOn
      const { userAgent } = caller
      await insertStaffSession(trx, { staffId, tokenHash, address, userAgent, isSteppedUp })
      await insertAuditEntry(trx, { actor: name, action: 'password.changed', subject: name, address })
      return rememberStaffDevice(trx, { staffId, isAsked: rememberDevice })
    })
    return { token, admin: { id: staffId, username, role }, ...device }
  })
}
