import type { ChangePasswordInput } from '@chuma/contract/account/account'
import type { session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import { getPerson, lockMember, replacePasswordHash } from '@chuma/db/queries/account/members'
import { revokeSession } from '@chuma/db/queries/auth/sessions'
import { AppError } from '../app-error.ts'
import { checkNewPassword } from '../auth/passwords/check-new-password.ts'
import { renewCredentials } from '../auth/passwords/renew-credentials.ts'
import { withOwnPassword } from '../auth/passwords/with-own-password.ts'
import { requireMember } from '../auth/require-member.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/**
 * Sets a new password for somebody who knows the old one. Every session and every open link ends; he gets a session in
 * place of his own. Of two changes at the same time one succeeds.
 * @throws AppError INVALID_INPUT for a password that is guessed first; WRONG_PASSWORD; THROTTLED; NOT_SIGNED_IN when
 * another call has ended this session meanwhile
 */
export async function changePassword(
  deps: Deps,
  caller: Caller,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<Answer<typeof session>> {
  const { memberId, tokenHash } = requireMember(caller)
  checkNewPassword(newPassword, await getPerson(deps.db, memberId), 'newPassword')
  return withOwnPassword(deps, { caller, password: currentPassword }, async (checked) => {
    const fresh = await deps.passwords.hash(newPassword)
    return deps.db.transaction().execute(async (trx) => {
      const member = await lockMember(trx, memberId)
      const isStillOpen = await revokeSession(trx, { memberId, tokenHash })
      if (!member || !isStillOpen) throw new AppError('NOT_SIGNED_IN')
      const isReplaced = await replacePasswordHash(trx, memberId, { checked, fresh })
      if (!isReplaced) throw new AppError('WRONG_PASSWORD')
      return renewCredentials(trx, caller, member)
    })
  })
}
