import type { LoginInput, Session } from '@chuma/contract/auth'
import { findMemberByEmail, replacePasswordHash } from '@chuma/db/queries/members'
import { AppError } from '../app-error.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { openSession } from './open-session.ts'
import { hashPassword, isWeakHash, matchesPassword } from './passwords.ts'

/**
 * @throws AppError INVALID_CREDENTIALS, the same for an unknown address and a wrong password; EMAIL_NOT_VERIFIED only to
 * somebody who knows the password.
 */
export async function logIn(deps: Deps, caller: Caller, input: LoginInput): Promise<Session> {
  const found = await findMemberByEmail(deps.db, input.email)
  const matches = await matchesPassword(found?.passwordHash, input.password)
  if (!found || !matches) throw new AppError('INVALID_CREDENTIALS')
  if (!found.isEmailVerified) throw new AppError('EMAIL_NOT_VERIFIED')

  if (isWeakHash(found.passwordHash)) {
    const fresh = await hashPassword(input.password)
    await replacePasswordHash(deps.db, found.memberId, { checked: found.passwordHash, fresh })
  }
  return deps.db.transaction().execute((trx) => openSession(trx, caller, found.memberId))
}
