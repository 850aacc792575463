import {
  type LinkPurpose,
  linkPurpose,
  type RedeemLinkInput,
  type redeemedLink,
} from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertAccountChange } from '@chuma/db/queries/account/account-changes'
import { moveEmail } from '@chuma/db/queries/account/email-moves'
import { dropPassword, lockMember, markEmailVerified } from '@chuma/db/queries/account/members'
import { expireLinks, spendLink } from '@chuma/db/queries/auth/links'
import { allowPasswordReset } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { hashToken } from '../create-token.ts'
import { noteNewDevice } from '../devices/note-new-device.ts'
import { openSession } from '../open-session.ts'
import { parseToken } from '../parse-token.ts'
import { RESET_MINUTES } from '../passwords/reset-minutes.ts'
import { requireGoodStanding } from '../require-good-standing.ts'
import { SECURITY_LINK_DAYS } from '../security/security-link-days.ts'
import { reserveAttempt } from '../throttle/reserve-attempt.ts'

type Member = NonNullable<Awaited<ReturnType<typeof lockMember>>>
type Link = NonNullable<Awaited<ReturnType<typeof spendLink>>>

/** Opening one of these makes the others superfluous. */
const MAILBOX_LINKS: readonly LinkPurpose[] = ['verify-email', 'sign-in', 'reset-password']

/**
 * Exchange the token of a mailed link for a session; it proves the address. Other effects depend on the link's purpose. A
 * contested sign-up has to set a password next. Works once, even with concurrent calls.
 * @throws AppError LINK_INVALID if it is used, expired, replaced, not a link, or moves an account to an address that was
 * taken since; ACCOUNT_SUSPENDED and ACCOUNT_CLOSING, which leave the link unused
 */
export async function redeemLink(
  deps: Deps,
  caller: Caller,
  { token, rememberDevice }: RedeemLinkInput,
): Promise<Answer<typeof redeemedLink>> {
  await reserveAttempt(deps, 'redeem-address', caller.address)
  const parsed = parseToken(token)
  if (parsed?.kind !== 'l') throw new AppError('LINK_INVALID')
  const { ownerId: memberId, tokenHash } = parsed
  const { timeZone } = await deps.economy()

  return deps.db.transaction().execute(async (trx) => {
    // Member first, link second, as everywhere: another order could deadlock.
    const member = await lockMember(trx, memberId)
    const link = member && (await spendLink(trx, { memberId, tokenHash }))
    if (!link) throw new AppError('LINK_INVALID')
    requireGoodStanding(member, { isVerificationRequired: false, timeZone })

    if (link.newEmail !== null) await changeEmail(trx, member, { ...link, newEmail: link.newEmail })
    // After a change of address the other links are in a mailbox that no longer belongs to the account.
    const purposes = link.purpose === 'change-email' ? linkPurpose.options : MAILBOX_LINKS
    await expireLinks(trx, { memberId, purposes })
    await markEmailVerified(trx, memberId)
    const purpose = await settlePassword(trx, member, link)
    return { ...(await openSessionFor(trx, caller, { memberId, purpose, rememberDevice })), purpose }
  })
}

/** An address that nobody has proved gives no way back: its reader may be a stranger. */
async function changeEmail(
  trx: Trx,
  { memberId, email, isEmailVerified }: Member,
  { newEmail, createdAt: requestedAt }: { newEmail: string; createdAt: Date },
) {
  const undoDays = isEmailVerified ? SECURITY_LINK_DAYS : null
  const isMoved = await moveEmail(trx, { memberId, from: email, to: newEmail, requestedAt, undoDays })
  if (!isMoved) throw new AppError('LINK_INVALID')
  const since = await insertAccountChange(trx, { memberId, kind: 'email-changed' })
  await insertJob(trx, 'send-email-changed', { memberId, email, newEmail, since: since.toISOString() })
}

/**
 * After several sign-ups with this address one may be by a stranger who waits for the owner to open the link. Their
 * passwords don't count, and the reader of the mailbox sets a new one.
 */
async function settlePassword(trx: Trx, member: Member, { purpose }: Link): Promise<LinkPurpose> {
  if (!member.isSignUpContested || member.isEmailVerified) return purpose
  await dropPassword(trx, member.memberId)
  return 'reset-password'
}

type Opening = { memberId: string; purpose: LinkPurpose; rememberDevice: boolean | undefined }

async function openSessionFor(trx: Trx, caller: Caller, { memberId, purpose, rememberDevice }: Opening) {
  await noteNewDevice(trx, caller, memberId)
  const session = await openSession(trx, caller, { memberId, rememberDevice })
  if (purpose === 'reset-password') {
    await allowPasswordReset(trx, { memberId, tokenHash: hashToken(session.token) }, RESET_MINUTES)
  }
  return session
}
