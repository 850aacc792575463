import type { MailJobs } from '@chuma/contract/mails'
import { findOpenMove } from '@chuma/db/queries/account/email-moves'
import { findFirstName } from '@chuma/db/queries/account/members'
import { getSettings } from '@chuma/db/queries/account/profile'
import { findSignInNoticeReader } from '@chuma/db/queries/auth/sessions'
import type { Deps } from '../deps.ts'
import { createSecurityLink, maskEmail } from './security.ts'

/** Job: mail a member about a log-in with a new browser, unless they turned these mails off. */
export async function sendNewSignIn(
  deps: Deps,
  { memberId, email, device, at }: MailJobs['send-new-sign-in'],
): Promise<void> {
  const reader = await findSignInNoticeReader(deps.db, memberId)
  if (!reader) return
  const link = await createSecurityLink(deps, { memberId, purpose: 'secure-account', email, since: at })
  if (!link) return
  await deps.mail('sendNewSignIn', { to: email, ...reader, token: link.token, device, at: new Date(at) })
}

/** Job: tell a member that their password was changed. Not optional. */
export async function sendPasswordChanged(
  deps: Deps,
  { memberId, email, since, passkeysRemoved = 0, passkeysLeft = 0 }: MailJobs['send-password-changed'],
): Promise<void> {
  const link = await createSecurityLink(deps, { memberId, purpose: 'secure-account', email, since })
  if (!link) return
  await deps.mail('sendPasswordChanged', { to: email, ...link, passkeysRemoved, passkeysLeft })
}

/** Job: tell a member that a passkey was added to their account, or removed. Not optional. */
export async function sendPasskeyChanged(
  deps: Deps,
  { memberId, email, since, change, name }: MailJobs['send-passkey-changed'],
): Promise<void> {
  const link = await createSecurityLink(deps, { memberId, purpose: 'secure-account', email, since })
  if (!link) return
  const { mail } = deps
  const news = { to: email, ...link, name }
  await (change === 'added' ? mail('sendPasskeyAdded', news) : mail('sendPasskeyRemoved', news))
}

/**
 * Job: tell a member's current address that someone who is signed in to the account asked to change it. The link in it stops
 * the change, and undoes it if it has taken effect.
 */
export async function sendEmailChangeNotice(
  deps: Deps,
  { memberId, email, newEmail, since }: MailJobs['send-email-change-notice'],
): Promise<void> {
  const link = await createSecurityLink(deps, { memberId, purpose: 'cancel-email', email, since })
  if (!link) return
  await deps.mail('sendEmailChangeNotice', { to: email, ...link, newEmail: maskEmail(newEmail) })
}

/**
 * Job: tell a member's former address that the account has moved, with the link that undoes the move while it can be undone.
 */
export async function sendEmailChanged(
  deps: Deps,
  { memberId, email, newEmail, since }: MailJobs['send-email-changed'],
): Promise<void> {
  const member = await findFirstName(deps.db, memberId)
  if (!member) return
  const { language } = await getSettings(deps.db, memberId)
  const isOpen =
    since !== undefined && (await findOpenMove(deps.db, { memberId, email, since: new Date(since) }))
  const link = isOpen
    ? await createSecurityLink(deps, { memberId, purpose: 'undo-email', email, since })
    : null
  const token = link?.token ?? null
  await deps.mail('sendEmailChanged', {
    to: email,
    ...member,
    language,
    newEmail: maskEmail(newEmail),
    token,
  })
}

/** Job: tell an address that the account has gone back to its former one. Without the name: it may be a thief's. */
export async function sendEmailUndone(
  { db, mail }: Deps,
  { memberId, email }: MailJobs['send-email-undone'],
): Promise<void> {
  if (!(await findFirstName(db, memberId))) return
  const { language } = await getSettings(db, memberId)
  await mail('sendEmailUndone', { to: email, firstName: '', language })
}
