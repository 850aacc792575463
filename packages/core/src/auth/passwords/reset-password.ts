import type { ResetPasswordInput, session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { lockMember, setPasswordHash } from '@chuma/db/queries/account/members'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { deletePasskeys } from '@chuma/db/queries/auth/passkeys'
import { mayResetPassword } from '@chuma/db/queries/auth/sessions'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { memberOwner } from '../passkeys/passkey-holder.ts'
import { requireMember } from '../require-member.ts'
import { toSource } from '../throttle/name-bucket.ts'
import { checkNewPassword } from './check-new-password.ts'
import { renewCredentials } from './renew-credentials.ts'

type Session = Answer<typeof session>

/**
 * Set a new password without the old one, in a session that a reset link opened minutes ago. All sessions and open links
 * end, passkeys are removed, and the caller gets a new session. Passkeys of a member with an admin role stay: they are a
 * second factor, and the reader of a mailbox must not be able to replace it.
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
  checkNewPassword(password)
  const passwordHash = await deps.passwords.hash(password, {
    room: 'members',
    source: toSource(caller.address),
  })
  return deps.db.transaction().execute(async (trx) => {
    const member = await lockMember(trx, session.memberId)
    const isAllowed = await mayResetPassword(trx, session)
    if (!member || !isAllowed) throw new AppError('LINK_INVALID')
    await setPasswordHash(trx, session.memberId, passwordHash)
    const passkeysRemoved = member.adminRole ? 0 : await removePasskeys(trx, caller, member.memberId)
    return renewCredentials(trx, caller, {
      ...member,
      rememberDevice,
      change: 'password-reset',
      passkeysRemoved,
    })
  })
}

/** Someone who resets the password may have lost the account to a thief, who may have left a key of their own. */
async function removePasskeys(trx: Trx, { address }: Caller, memberId: string): Promise<number> {
  const names = await deletePasskeys(trx, memberOwner(memberId))
  const name = `member:${memberId}`
  for (const removed of names) {
    await insertAuditEntry(trx, {
      actor: name,
      action: 'passkey.removed',
      subject: name,
      before: { name: removed },
      address,
    })
  }
  return names.length
}
