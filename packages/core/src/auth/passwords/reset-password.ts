import type { ResetPasswordInput, session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import { getPerson, lockMember, setPasswordHash } from '@chuma/db/queries/account/members'
import { mayResetPassword } from '@chuma/db/queries/auth/sessions'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { requireMember } from '../require-member.ts'
import { toSource } from '../throttle/name-bucket.ts'
import { checkNewPassword } from './check-new-password.ts'
import { renewCredentials } from './renew-credentials.ts'

type Session = Answer<typeof session>

/**
 * Set a new password without the old one, in a session that a reset link opened minutes ago. All sessions and open links
 * end, and the caller gets a new session.
 * @throws AppError INVALID_INPUT for a common password; LINK_INVALID if the session was opened differently or too long ago,
 * or was ended or used in the meantime
 */
export async function resetPassword(
  deps: Deps,
  caller: Caller,
  { password, rememberDevice }: ResetPasswordInput,
): Promise<Session> {
  const session = requireMember(caller)
  // Checked before hashing, which is expensive, and again under the lock.
  if (!(await mayResetPassword(deps.db, session))) throw new AppError('LINK_INVALID')
  checkNewPassword(password, await getPerson(deps.db, session.memberId))
  const passwordHash = await deps.passwords.hash(password, {
    room: 'members',
    source: toSource(caller.address),
  })
  return deps.db.transaction().execute(async (trx) => {
    const member = await lockMember(trx, session.memberId)
    const isAllowed = await mayResetPassword(trx, session)
    if (!member || !isAllowed) throw new AppError('LINK_INVALID')
    await setPasswordHash(trx, session.memberId, passwordHash)
    return renewCredentials(trx, caller, { ...member, rememberDevice })
  })
}
