import { expireLinks, insertLink } from '@chuma/db/queries/links'
import { findMemberByEmail, lockMember } from '@chuma/db/queries/members'
import type { Deps } from '../deps.ts'
import { createToken } from './create-token.ts'

const EXPIRES_IN_MINUTES = 60

/**
 * Job: mails an unverified member a link that works once, and ends the ones mailed before. Anybody else gets nothing.
 * The link is committed before it is mailed; when mailing fails, the next try makes another.
 */
export async function sendVerification(deps: Deps, { email }: { email: string }): Promise<void> {
  const found = await findMemberByEmail(deps.db, email)
  if (!found) return
  const made = await createLink(deps, found.memberId)
  if (!made) return
  await deps.mail.sendVerification({
    to: email,
    firstName: found.firstName,
    token: made.token,
    expiresInMinutes: EXPIRES_IN_MINUTES,
  })
}

function createLink(deps: Deps, memberId: string): Promise<{ token: string } | null> {
  return deps.db.transaction().execute(async (trx) => {
    // Two jobs at once would not see each other's link, and leave two that work.
    const member = await lockMember(trx, memberId)
    if (!member || member.isEmailVerified) return null
    const { token, tokenHash } = createToken('l', memberId)
    const purpose = 'verify-email'
    await expireLinks(trx, { memberId, purpose })
    await insertLink(trx, { memberId, purpose, tokenHash, expiresInMinutes: EXPIRES_IN_MINUTES })
    return { token }
  })
}
