import type { Trx } from '@chuma/db/client'
import { lockMember } from '@chuma/db/queries/account/members'
import { countRecentLinks, expireLinks, insertLink } from '@chuma/db/queries/auth/links'
import { insertJob } from '@chuma/db/queries/jobs'
import { AppError } from '../app-error.ts'
import { createToken } from '../auth/create-token.ts'
import { EMAIL_CHANGE } from './email-change-terms.ts'

/**
 * Mail `newEmail` a link to confirm, and tell the current address. Nothing else changes until the link is opened; only the
 * last request counts. The answer does not show whether the address is taken: the job finds out and tells only its owner.
 * @throws AppError THROTTLED for the sixth in an hour, because each mails someone who may not have asked
 */
export async function requestEmailChange(
  trx: Trx,
  { memberId }: { memberId: string },
  newEmail: string,
): Promise<void> {
  const member = await lockMember(trx, memberId)
  if (!member || member.email === newEmail) return
  const purpose = 'change-email'
  const recent = await countRecentLinks(trx, { memberId, purpose, minutes: 60 })
  if (recent >= EMAIL_CHANGE.requestsPerHour) {
    throw new AppError('THROTTLED', { retryAfterSeconds: 60 * 60 })
  }

  await expireLinks(trx, { memberId, purposes: [purpose] })
  // The request is stored as a link with an unknown token, which the mailing job replaces.
  const { tokenHash } = createToken('l', memberId)
  const { expiresInMinutes } = EMAIL_CHANGE
  const { createdAt } = await insertLink(trx, { memberId, purpose, newEmail, tokenHash, expiresInMinutes })
  await insertJob(trx, 'send-email-change', { memberId, newEmail })
  const notice = { memberId, email: member.email, newEmail, since: createdAt.toISOString() }
  await insertJob(trx, 'send-email-change-notice', notice)
}
