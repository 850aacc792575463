import { type LinkPurpose, linkPurpose, type RedeemLinkInput } from '@chuma/contract/auth/auth'
import type { MailJobs } from '@chuma/contract/mails'
import type { Trx } from '@chuma/db/client'
import { moveEmail } from '@chuma/db/queries/account/email-moves'
import { insertAccountChange } from '@chuma/db/queries/account/member-standing'
import {
  dropPassword,
  findMemberByEmail,
  lockMember,
  markEmailVerified,
} from '@chuma/db/queries/account/members'
import {
  expireLinks,
  insertLink,
  isLinkMailedRecently,
  markLinkMailed,
  spendLink,
} from '@chuma/db/queries/auth/links'
import { allowPasswordReset } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import { tellOfVerified } from '@chuma/db/queries/webhooks/webhooks'
import { AppError } from '../app-error.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Notice, notice } from '../notice.ts'
import { noteNewDevice } from './devices.ts'
import { openSession, requireGoodStanding } from './log-in.ts'
import { SECURITY_LINK_DAYS } from './security.ts'
import { createToken, hashToken, parseToken, RESET_MINUTES } from './sessions.ts'
import { LONGEST_MINUTES_BETWEEN_LINKS, reserveAttempt } from './throttle.ts'

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
export async function redeemLink(deps: Deps, caller: Caller, { token, rememberDevice }: RedeemLinkInput) {
  await reserveAttempt(deps, 'redeem-address', caller.address)
  const parsed = parseToken(token)
  if (parsed?.kind !== 'l') throw new AppError('LINK_INVALID')
  const { ownerId: memberId, tokenHash } = parsed
  const [{ timeZone }, wanted] = await Promise.all([deps.economy(), deps.wantedEvents()])

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
    if (!member.isEmailVerified && wanted.has('member.verified')) await tellOfVerified(trx, memberId)
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

const LINKS = {
  'sign-in': {
    job: 'send-sign-in-link',
    code: 'SIGN_IN_LINK_REQUESTED',
  },
  'reset-password': {
    job: 'send-password-reset',
    code: 'PASSWORD_RESET_REQUESTED',
  },
} as const

/**
 * Request a mailed link. All addresses get the same answer: the job decides whether anyone gets a mail.
 * @throws AppError THROTTLED for a network that asks too often
 */
export async function requestLink(
  deps: Deps,
  caller: Caller,
  { email, purpose }: { email: string; purpose: keyof typeof LINKS },
): Promise<{ message: Notice }> {
  const { job, code } = LINKS[purpose]
  await reserveAttempt(deps, 'mail-address', caller.address)
  await deps.db.transaction().execute((trx) => insertJob(trx, job, { email }))
  return { message: notice(code) }
}

/**
 * Request another verification mail. It is sent unless the address needs none: a request that comes too early is refused,
 * for every address alike, rather than answered without a mail.
 * @throws AppError THROTTLED for an address that was just typed, and for a network that asks too often
 */
export async function requestVerification(deps: Deps, caller: Caller, { email }: { email: string }) {
  await reserveAttempt(deps, 'mail-address', caller.address)
  const retryAfterSeconds = await reserveAttempt(deps, 'verification-mail', email)
  await deps.db.transaction().execute((trx) => insertJob(trx, 'send-verification', { email, isSpaced: true }))
  return { message: notice('VERIFICATION_REQUESTED'), retryAfterSeconds }
}

const EXPIRES_IN_MINUTES = 10
const MAILS = { 'sign-in': 'sendSignInLink', 'reset-password': 'sendPasswordReset' } as const

type Wanted = { email: string; purpose: keyof typeof MAILS }

/**
 * Job: mail a verified member a link that signs them in. Unverified members get the verification mail, members due for
 * deletion learn how to keep the account; suspended members and strangers get nothing.
 */
export async function sendLink(deps: Deps, { email, purpose }: Wanted): Promise<void> {
  const found = await findMemberByEmail(deps.db, email)
  if (!found || found.isSuspended) return
  const { memberId, deletionDueAt, isEmailVerified } = found
  if (!isEmailVerified && !deletionDueAt) return sendVerification(deps, { email })

  const { timeZone } = await deps.economy()
  await mailLink(
    deps,
    {
      memberId,
      purpose,
      expiresInMinutes: EXPIRES_IN_MINUTES,
      replacesOlder: false,
      isMeant: (member) => member.email === email && !member.isSuspended,
    },
    // A closing account's link is not mailed: it is stored so that these mails are spaced too.
    ({ to, firstName, ...link }) =>
      deletionDueAt
        ? deps.mail('sendAccountClosing', { to, firstName, deletionDueAt, timeZone })
        : deps.mail(MAILS[purpose], { to, firstName, ...link }),
  )
}

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
export async function mailLink(deps: Deps, wish: Wish, send: (mail: MailedLink) => Promise<void>) {
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

const VERIFICATION_MINUTES = 60

/**
 * Job: mail an unverified member a link that verifies their address. Anyone else gets nothing. `isSpaced`: the request was
 * counted, and promised a mail. Sign-ups are not, so theirs are spaced here.
 */
export async function sendVerification(deps: Deps, { email, isSpaced }: MailJobs['send-verification']) {
  const found = await findMemberByEmail(deps.db, email)
  if (!found) return
  await mailLink(
    deps,
    {
      memberId: found.memberId,
      purpose: 'verify-email',
      expiresInMinutes: VERIFICATION_MINUTES,
      replacesOlder: true,
      isSpaced,
      isMeant: (member) => !member.isEmailVerified,
    },
    (mail) => deps.mail('sendVerification', mail),
  )
}
