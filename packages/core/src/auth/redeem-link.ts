import type { Session } from '@chuma/contract/auth'
import { spendLink } from '@chuma/db/queries/links'
import { lockMember, markEmailVerified } from '@chuma/db/queries/members'
import { AppError } from '../app-error.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { openSession } from './open-session.ts'
import { parseToken } from './parse-token.ts'

/**
 * Exchanges the token of a mailed link for a session; having read the mail is proof of the address. Works once, however
 * many try at the same time.
 * @throws AppError LINK_INVALID when it is used, expired, replaced by a newer one or no link at all.
 */
export async function redeemLink(deps: Deps, caller: Caller, { token }: { token: string }): Promise<Session> {
  const parsed = parseToken(token)
  if (parsed?.kind !== 'l') throw new AppError('LINK_INVALID')
  const { ownerId: memberId, tokenHash } = parsed

  return deps.db.transaction().execute(async (trx) => {
    // Member first and link second, as everywhere: in the other order, two transactions could wait for each other.
    await lockMember(trx, memberId)
    const isSpent = await spendLink(trx, { memberId, purpose: 'verify-email', tokenHash })
    if (!isSpent) throw new AppError('LINK_INVALID')
    await markEmailVerified(trx, memberId)
    return openSession(trx, caller, memberId)
  })
}
