import type { Trx } from '@chuma/db/client'
import { findMemberByEmail, lockMember } from '@chuma/db/queries/account/members'
import { getSettings } from '@chuma/db/queries/account/settings'
import { rekeyEmailChange } from '@chuma/db/queries/auth/links'
import { createToken } from '../auth/create-token.ts'
import { sendAddressTaken } from '../auth/sign-up/send-address-taken.ts'
import type { Deps } from '../deps.ts'
import { EMAIL_CHANGE } from './email-change-terms.ts'

type Request = { memberId: string; newEmail: string }

/**
 * Job: mail the new address a link that moves the account to it, or tell the owner of a taken address. Skipped if the
 * request was replaced, used or ended. A retry mails a new token, because the previous mail may not have arrived; the
 * previous token stops working.
 */
export async function sendEmailChange(deps: Deps, request: Request): Promise<void> {
  const made = await deps.db.transaction().execute((trx) => createEmailChangeToken(trx, request))
  if (!made) return
  const { newEmail } = request
  const owner = await findMemberByEmail(deps.db, newEmail)
  if (owner) return sendAddressTaken(deps, { email: newEmail })
  const { expiresInMinutes } = EMAIL_CHANGE
  const { language } = await getSettings(deps.db, request.memberId)
  await deps.mail.sendEmailChange({ to: newEmail, ...made, language, expiresInMinutes })
}

async function createEmailChangeToken(trx: Trx, { memberId, newEmail }: Request) {
  const member = await lockMember(trx, memberId)
  if (!member || member.isSuspended || member.deletionDueAt) return null
  const { token, tokenHash } = createToken('l', memberId)
  const { expiresInMinutes } = EMAIL_CHANGE
  const isOpen = await rekeyEmailChange(trx, { memberId, newEmail, tokenHash, expiresInMinutes })
  return isOpen ? { firstName: member.firstName, token } : null
}
