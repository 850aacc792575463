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
  /** Ends the ones mailed before. Where anybody may ask, that would let a stranger end a link as it is being opened. */
  replacesOlder: boolean
  /** Whether this member is to get such a link at all; asked while nothing about him can change. */
  isMeant: (member: LockedMember) => boolean
}
type MailedLink = { to: string; firstName: string; token: string; expiresInMinutes: number }

/**
 * Mails a link that works once; for jobs. A mail is left out only while one that was sent a few minutes ago still works,
 * so asking often in somebody's name never keeps him from his link.
 * The link is committed before it is mailed; when mailing fails, the next try makes another.
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

async function createLink(trx: Trx, { isMeant, replacesOlder, ...wish }: Wish) {
  const { memberId, purpose, expiresInMinutes } = wish
  // Two jobs at once would not see each other's link, and leave two that work.
  const member = await lockMember(trx, memberId)
  if (!member || !isMeant(member)) return null
  const longestMinutes = LONGEST_MINUTES_BETWEEN_LINKS
  if (await isLinkMailedRecently(trx, { memberId, purpose, longestMinutes })) return null
  const { token, tokenHash } = createToken('l', memberId)
  if (replacesOlder) await expireLinks(trx, { memberId, purposes: [purpose] })
  await insertLink(trx, { memberId, purpose, tokenHash, expiresInMinutes })
  return { ...member, token, tokenHash }
}
