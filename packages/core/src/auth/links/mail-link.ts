import type { LinkPurpose } from '@chuma/contract/auth/auth'
import type { Trx } from '@chuma/db/client'
import { lockMember } from '@chuma/db/queries/account/members'
import { expireLinks, insertLink, isLinkMailedRecently, markLinkMailed } from '@chuma/db/queries/auth/links'
import type { Deps } from '../../deps.ts'
import { createToken } from '../create-token.ts'
import { LONGEST_MINUTES_BETWEEN_LINKS } from '../throttle/throttle-rules.ts'

type LockedMember = NonNullable<Awaited<ReturnType<typeof lockMember>>>
type Wish = {
  memberId: string
  purpose: Exclude<LinkPurpose, 'change-email'>
  expiresInMinutes: number
  /** Ends earlier links. Not for links that anyone can request: strangers could end a link while it is being opened. */
  replacesOlder: boolean
  /** Whether the caller has spaced these mails already. */
  isSpaced?: boolean | undefined
  /** Whether this member should get such a link; called while the member is locked. */
  isMeant: (member: LockedMember) => boolean
}
type MailedLink = { to: string; firstName: string; token: string; expiresInMinutes: number }

/**
 * Mail a link that works once; for jobs. A mail is skipped only while a link mailed minutes ago still works, so frequent
 * requests never keep members from their link. The link is committed before it is mailed; a retry makes another.
 */
export async function mailLink(
  deps: Deps,
  wish: Wish,
  send: (mail: MailedLink) => Promise<void>,
): Promise<void> {
  const { memberId, expiresInMinutes } = wish
  const made = await deps.db.transaction().execute((trx) => createLink(trx, wish))
  if (!made) return
  const { email, firstName, token, tokenHash } = made
  await send({ to: email, firstName, token, expiresInMinutes })
  await markLinkMailed(deps.db, { memberId, tokenHash })
}

async function createLink(trx: Trx, { isMeant, replacesOlder, isSpaced, ...wish }: Wish) {
  const { memberId, purpose, expiresInMinutes } = wish
  // Without the lock two concurrent jobs would not see each other's link, and both links would work.
  const member = await lockMember(trx, memberId)
  if (!member || !isMeant(member)) return null
  const longestMinutes = LONGEST_MINUTES_BETWEEN_LINKS
  if (!isSpaced && (await isLinkMailedRecently(trx, { memberId, purpose, longestMinutes }))) return null
  const { token, tokenHash } = createToken('l', memberId)
  if (replacesOlder) await expireLinks(trx, { memberId, purposes: [purpose] })
  await insertLink(trx, { memberId, purpose, tokenHash, expiresInMinutes })
  return { ...member, token, tokenHash }
}
