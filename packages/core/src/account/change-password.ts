import type { ChangePasswordInput } from '@chuma/contract/account/account'
import type { session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import { lockMember, replacePasswordHash } from '@chuma/db/queries/account/members'
import { revokeSession } from '@chuma/db/queries/auth/sessions'
import { AppError } from '../app-error.ts'
import { checkNewPassword } from '../auth/passwords/check-new-password.ts'
import { renewCredentials } from '../auth/passwords/renew-credentials.ts'
import { withOwnPassword } from '../auth/passwords/with-own-password.ts'
import { requireMember } from '../auth/require-member.ts'
import { toSource } from '../auth/throttle/name-bucket.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/**
 * Set a new password for a member who knows the old one. All sessions and open links end, and the caller gets a new
 * session. Of concurrent changes one succeeds.
 * @throws AppError INVALID_INPUT for a common password; WRONG_PASSWORD; THROTTLED; NOT_SIGNED_IN if a concurrent call
 * ended this session
 */
export async function changePassword(
  deps: Deps,
  caller: Caller,
  { currentPassword, newPassword, rememberDevice }: ChangePasswordInput,
): Promise<Answer<typeof session>> {
  const { memberId, tokenHash } = requireMember(caller)
  checkNewPassword(newPassword, 'newPassword')
  return withOwnPassword(deps, { caller, password: currentPassword }, async (checked) => {
    const fresh = await deps.passwords.hash(newPassword, {
      room: 'members',
      source: toSource(caller.address),
    })
    return deps.db.transaction().execute(async (trx) => {
      const member = await lockMember(trx, memberId)
      const isStillOpen = await revokeSession(trx, { memberId, tokenHash })
      if (!member || !isStillOpen) throw new AppError('NOT_SIGNED_IN')
      const isReplaced = await replacePasswordHash(trx, memberId, { checked, fresh })
      if (!isReplaced) throw new AppError('WRONG_PASSWORD')
      return renewCredentials(trx, caller, { ...member, rememberDevice, change: 'password-changed' })
    })
  })
}
