import { type LinkPurpose, linkPurpose, type redeemedLink } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import {
  dropContestedPassword,
  lockMember,
  markEmailVerified,
  moveEmail,
} from '@chuma/db/queries/account/members'
import { expireLinks, spendLink } from '@chuma/db/queries/auth/links'
import { allowPasswordReset } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { hashToken } from '../create-token.ts'
import { openSession } from '../open-session.ts'
import { parseToken } from '../parse-token.ts'
import { requireGoodStanding } from '../require-good-standing.ts'
import { reserveAttempt } from '../throttle/reserve-attempt.ts'

type Member = NonNullable<Awaited<ReturnType<typeof lockMember>>>
type Link = NonNullable<Awaited<ReturnType<typeof spendLink>>>

const RESET_MINUTES = 10

/** Whoever opened one of these has no more use for the others. */
const MAILBOX_LINKS: readonly LinkPurpose[] = ['verify-email', 'sign-in', 'reset-password']

/**
 * Exchanges the token of a mailed link for a session; having read the mail is proof of the address. What else happens
 * depends on what the link was made for, not on who asks; a contested sign-up is finished by setting a password. Works once, however many try at the same time.
 * @throws AppError LINK_INVALID when it is used, expired, replaced by a newer one, no link at all, or moves an account to
 * an address that has found another owner; ACCOUNT_SUSPENDED and ACCOUNT_CLOSING, which leave the link as it was.
 */
export async function redeemLink(
  deps: Deps,
  caller: Caller,
  { token }: { token: string },
): Promise<Answer<typeof redeemedLink>> {
  await reserveAttempt(deps, 'redeem-address', caller.address)
  const parsed = parseToken(token)
  if (parsed?.kind !== 'l') throw new AppError('LINK_INVALID')
  const { ownerId: memberId, tokenHash } = parsed
  const { timeZone } = await deps.economy()

  return deps.db.transaction().execute(async (trx) => {
    // Member first and link second, as everywhere: in the other order, two transactions could wait for each other.
    const member = await lockMember(trx, memberId)
    const link = member && (await spendLink(trx, { memberId, tokenHash }))
    if (!link) throw new AppError('LINK_INVALID')
    requireGoodStanding(member, { isVerificationRequired: false, timeZone })

    if (link.newEmail !== null) await changeEmail(trx, member, link.newEmail)
    // After a move the others lie in a mailbox that is no longer the account's.
    const purposes = link.purpose === 'change-email' ? linkPurpose.options : MAILBOX_LINKS
    await expireLinks(trx, { memberId, purposes })
    await markEmailVerified(trx, memberId)
    const purpose = await settlePassword(trx, member, link)
    return { ...(await openSessionFor(trx, caller, { memberId, purpose })), purpose }
  })
}

async function changeEmail(trx: Trx, { memberId, email }: Member, newEmail: string) {
  const isMoved = await moveEmail(trx, { memberId, from: email, to: newEmail })
  if (!isMoved) throw new AppError('LINK_INVALID')
  await insertJob(trx, 'send-email-changed', { memberId, email, newEmail })
}

/**
 * Where several signed up with this address, one of them may be a stranger who waits for its owner to open the link: then
 * no password of theirs counts, and whoever reads the mailbox sets one now.
 */
async function settlePassword(trx: Trx, member: Member, { purpose }: Link): Promise<LinkPurpose> {
  if (!member.isSignUpContested || member.isEmailVerified) return purpose
  await dropContestedPassword(trx, member.memberId)
  return 'reset-password'
}

async function openSessionFor(
  trx: Trx,
  caller: Caller,
  { memberId, purpose }: { memberId: string; purpose: LinkPurpose },
) {
  const session = await openSession(trx, caller, memberId)
  if (purpose === 'reset-password') {
    await allowPasswordReset(trx, { memberId, tokenHash: hashToken(session.token) }, RESET_MINUTES)
  }
  return session
}
