import type { StaffRole } from '@chuma/contract/admin/permissions'
import { linkPurpose } from '@chuma/contract/auth/auth'
import type {
  DescribedLink,
  SecureAccountInput,
  SecurityLinkPurpose,
  securedAccount,
} from '@chuma/contract/auth/security-links'
import type { Answer } from '@chuma/contract/fields'
import type { Db, Trx } from '@chuma/db/client'
import { findOpenMove, type OpenMove, undoMove } from '@chuma/db/queries/account/email-moves'
import { insertAccountChange } from '@chuma/db/queries/account/member-standing'
import { cancelDeletion, dropPassword, getPerson, lockMember } from '@chuma/db/queries/account/members'
import { insertAuditEntry, recordAct } from '@chuma/db/queries/admin/audit'
import {
  expireLinks,
  findOpenLink,
  findPendingEmail,
  findSecurityLink,
  insertSecurityLink,
  spendSecurityLink,
} from '@chuma/db/queries/auth/links'
import { deletePasskeysSince, hasFactorBefore } from '@chuma/db/queries/auth/passkeys'
import { allowPasswordReset, revokeAllSessions } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import { weighPayouts } from '@chuma/db/queries/payouts/risk'
import { deletePayoutDetailsSince } from '@chuma/db/queries/wallet/withdrawals'
import { AppError, orRefuse } from '../app-error.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { openSession } from './log-in.ts'
import { createToken, hashToken, parseToken, RESET_MINUTES } from './sessions.ts'
import { reserveAttempt } from './throttle.ts'

type Member = NonNullable<Awaited<ReturnType<typeof lockMember>>>
type Link = NonNullable<Awaited<ReturnType<typeof spendSecurityLink>>>
type Secured = Answer<typeof securedAccount>

/**
 * Give an account back to the reader of a security mail who pressed "This wasn't me" (docs/decisions/0078). The account
 * returns to their address if it was moved since; sessions, browsers, links, the password, and passkeys and payout details of
 * that time end; a deletion is cancelled. The session that is opened may set a new password. Works once, even with concurrent
 * calls, and for a suspended account too, which stays closed.
 * @throws AppError SECURITY_LINK_INVALID with the reason; THROTTLED
 */
export async function secureAccount(
  deps: Deps,
  caller: Caller,
  { token, rememberDevice }: SecureAccountInput,
): Promise<Secured> {
  await reserveAttempt(deps, 'redeem-address', caller.address)
  const parsed = parseToken(token)
  if (parsed?.kind !== 'w') throw new AppError('SECURITY_LINK_INVALID', { why: 'unknown' })
  const { ownerId: memberId, tokenHash } = parsed
  return deps.db.transaction().execute(async (trx) => {
    const member = await lockMember(trx, memberId)
    const link = member && (await spendSecurityLink(trx, { memberId, tokenHash }))
    if (!link) throw await refuseLink(trx, { memberId, tokenHash })
    const move = await findWayBack(trx, member, link)
    const since = move?.requestedAt ?? link.since
    const purpose = await nameEffect(trx, member, { link, move })
    if (move) await moveBack(trx, member, { link, move })
    const ended = await endEverything(trx, caller, { ...member, since })
    await insertAccountChange(trx, { memberId, kind: move ? 'email-undone' : 'secured' })
    await audit(trx, caller, { memberId, purpose })
    return {
      purpose,
      email: link.email,
      ...ended,
      isDeletionCancelled: member.deletionDueAt !== null,
      payouts: await weighPayouts(trx, { memberId, since }),
      suspensionReason: member.suspensionReason,
      session: member.isSuspended
        ? null
        : await openForNewPassword(trx, caller, { memberId, rememberDevice }),
    }
  })
}

/** The oldest move from the mailbox: undoing it undoes all later ones. Undefined if the account is at this address. */
async function findWayBack(trx: Trx, { memberId, email }: Member, link: Link): Promise<OpenMove | undefined> {
  if (email === link.email) return undefined
  const move = await findOpenMove(trx, { memberId, email: link.email, since: link.since })
  if (!move) throw new AppError('SECURITY_LINK_INVALID', { why: 'moved' })
  return move
}

async function nameEffect(
  trx: Trx,
  { memberId }: Member,
  { link, move }: { link: Link; move: OpenMove | undefined },
): Promise<SecurityLinkPurpose> {
  if (move) return 'undo-email'
  const isPending = (await findPendingEmail(trx, memberId)) !== undefined
  return link.purpose === 'cancel-email' && isPending ? 'cancel-email' : 'secure-account'
}

async function moveBack(
  trx: Trx,
  { memberId, email }: Member,
  { link, move }: { link: Link; move: OpenMove },
) {
  const isBack = await undoMove(trx, { memberId, email, from: link.email, move })
  if (!isBack) throw new AppError('SECURITY_LINK_INVALID', { why: 'expired' })
  await insertJob(trx, 'send-email-undone', { memberId, email })
}

/** Also the password, which someone who got in may know, and the deletion, which they may have asked for. */
async function endEverything(trx: Trx, caller: Caller, { since, ...member }: Member & { since: Date }) {
  const { memberId, deletionDueAt } = member
  await revokeAllSessions(trx, memberId)
  await expireLinks(trx, { memberId, purposes: linkPurpose.options })
  await dropPassword(trx, memberId)
  if (deletionDueAt) await cancelDeletion(trx, memberId)
  const passkeys = await removePasskeysSince(trx, caller, { ...member, since })
  return {
    passkeysRemoved: passkeys.length,
    payoutDetailsRemoved: await deletePayoutDetailsSince(trx, { memberId, since }),
  }
}

async function audit(
  trx: Trx,
  { address }: Caller,
  { memberId, purpose }: { memberId: string; purpose: SecurityLinkPurpose },
) {
  const name = `member:${memberId}`
  const action = 'member.secured'
  await insertAuditEntry(trx, { actor: name, action, subject: name, after: { purpose }, address })
}

async function openForNewPassword(
  trx: Trx,
  caller: Caller,
  opening: { memberId: string; rememberDevice: boolean | undefined },
) {
  const session = await openSession(trx, caller, opening)
  const tokenHash = hashToken(session.token)
  await allowPasswordReset(trx, { memberId: opening.memberId, tokenHash }, RESET_MINUTES)
  return session
}

/** Say why a security link does not work: only its bearer asks. */
async function refuseLink(db: Db, ref: { memberId: string; tokenHash: Buffer }): Promise<AppError> {
  const link = await findSecurityLink(db, ref)
  const ended = link?.isUsed ? 'used' : 'expired'
  return new AppError('SECURITY_LINK_INVALID', { why: link ? ended : 'unknown' })
}

/**
 * Say what a mailed link would do, and for which account, without using it. The browser asks a person first where
 * somebody else is signed in (docs/decisions/0078). Counted like its use.
 * @throws AppError LINK_INVALID, SECURITY_LINK_INVALID, THROTTLED
 */
export async function describeLink(deps: Deps, caller: Caller, { token }: { token: string }) {
  await reserveAttempt(deps, 'redeem-address', caller.address)
  const parsed = parseToken(token)
  if (parsed?.kind === 'w') return describeSecurityLink(deps, { memberId: parsed.ownerId, ...parsed })
  if (parsed?.kind !== 'l') throw new AppError('LINK_INVALID')
  const { ownerId: memberId, tokenHash } = parsed
  const link = orRefuse(await findOpenLink(deps.db, { memberId, tokenHash }), 'LINK_INVALID')
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
export function createSecurityLink({ db }: Pick<Deps, 'db'>, { memberId, purpose, email, since }: Wish) {
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

/** How long "This wasn't me" works, and a former mailbox can undo a move. */
export const SECURITY_LINK_DAYS = 7

type Holder = { memberId: string; adminRole: StaffRole | null; since: Date }

/**
 * Remove a member's passkeys that were added since, with an audit entry each. Those of a member with an admin role stay if they
 * would leave no second factor: the reader of a mailbox must not be able to replace it.
 */
async function removePasskeysSince(
  trx: Trx,
  { address }: Pick<Caller, 'address'>,
  { memberId, adminRole, since }: Holder,
): Promise<string[]> {
  if (adminRole && !(await hasFactorBefore(trx, { memberId, since }))) return []
  const names = await deletePasskeysSince(trx, { memberId, since })
  const actor = { name: `member:${memberId}`, address }
  for (const name of names) {
    await recordAct(trx, actor, { action: 'passkey.removed', subject: actor.name, before: { name } })
  }
  return names
}

/** Mask `amina@gmail.com` as `a…@gmail.com`: its owner recognises it, but nobody can write to it. */
export function maskEmail(email: string): string {
  return email.replace(/^(.).*(?=@)/, '$1…')
}
