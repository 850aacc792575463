import type { DescribedLink } from '@chuma/contract/auth/security-links'
import { getPerson } from '@chuma/db/queries/account/members'
import { findOpenLink } from '@chuma/db/queries/auth/links'
import { findSecurityLink } from '@chuma/db/queries/auth/security-links'
import { maskEmail } from '../../account/mask-email.ts'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { parseToken } from '../parse-token.ts'
import { reserveAttempt } from '../throttle/reserve-attempt.ts'
import { refuseLink } from './refuse-link.ts'

/**
 * Say what a mailed link would do, and for which account, without using it. The browser asks a person first where
 * somebody else is signed in (docs/decisions/0078). Counted like its use.
 * @throws AppError LINK_INVALID, SECURITY_LINK_INVALID, THROTTLED
 */
export async function describeLink(
  deps: Deps,
  caller: Caller,
  { token }: { token: string },
): Promise<DescribedLink> {
  await reserveAttempt(deps, 'redeem-address', caller.address)
  const parsed = parseToken(token)
  if (parsed?.kind === 'w') return describeSecurityLink(deps, { memberId: parsed.ownerId, ...parsed })
  if (parsed?.kind !== 'l') throw new AppError('LINK_INVALID')
  const { ownerId: memberId, tokenHash } = parsed
  const link = await findOpenLink(deps.db, { memberId, tokenHash })
  if (!link) throw new AppError('LINK_INVALID')
  const { email } = await getPerson(deps.db, memberId)
  return { purpose: link.purpose, email: maskEmail(email) }
}

async function describeSecurityLink(
  { db }: Deps,
  { memberId, tokenHash }: { memberId: string; tokenHash: Buffer },
): Promise<DescribedLink> {
  const link = await findSecurityLink(db, { memberId, tokenHash })
  if (!link || link.isUsed || link.isExpired) throw await refuseLink(db, { memberId, tokenHash })
  return { purpose: link.purpose, email: maskEmail(link.email) }
}
