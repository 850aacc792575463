import type { SecurityLinkPurpose } from '@chuma/contract/auth/security-links'
import { lockMember } from '@chuma/db/queries/account/members'
import { insertSecurityLink } from '@chuma/db/queries/auth/security-links'
import type { Deps } from '../../deps.ts'
import { createToken } from '../create-token.ts'
import { SECURITY_LINK_DAYS } from './security-link-days.ts'

type Wish = {
  memberId: string
  purpose: SecurityLinkPurpose
  /** The mailbox that gets it. */
  email: string
  /** When what the mail is about happened. */
  since: string | Date | undefined
}

/**
 * Make the link "This wasn't me" of a security mail; for its job. A retry makes another, and both work. Null for an erased
 * member. A job of an earlier version knows no time: then only what changes from now on counts.
 */
export function createSecurityLink(
  { db }: Pick<Deps, 'db'>,
  { memberId, purpose, email, since }: Wish,
): Promise<{ firstName: string; token: string } | null> {
  return db.transaction().execute(async (trx) => {
    // Under the lock, so that none is left behind by an erasure.
    const member = await lockMember(trx, memberId)
    if (!member) return null
    const { token, tokenHash } = createToken('w', memberId)
    await insertSecurityLink(trx, {
      memberId,
      purpose,
      email,
      tokenHash,
      since: since === undefined ? undefined : new Date(since),
      days: SECURITY_LINK_DAYS,
    })
    return { firstName: member.firstName, token }
  })
}
