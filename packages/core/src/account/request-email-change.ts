import type { Trx } from '@chuma/db/client'
import { lockMember } from '@chuma/db/queries/account/members'
import { countRecentLinks, expireLinks, insertLink } from '@chuma/db/queries/auth/links'
import { insertJob } from '@chuma/db/queries/jobs'
import { AppError } from '../app-error.ts'
import { createToken } from '../auth/create-token.ts'
import { EMAIL_CHANGE } from './email-change-terms.ts'

/**
 * Asks the owner of `newEmail` to confirm, and tells the address that the member has now. Nothing else changes until the
 * mailed link is opened; of several requests only the last can be. Whether the new address has an owner already shows
 * nowhere: the job finds out, and tells him alone.
 * @throws AppError THROTTLED for the sixth in an hour: each mails somebody who may not have asked.
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
  // The request, kept as a link whose token nobody has. The job that mails it gives it another.
  const { tokenHash } = createToken('l', memberId)
  const { expiresInMinutes } = EMAIL_CHANGE
  await insertLink(trx, { memberId, purpose, newEmail, tokenHash, expiresInMinutes })
  await insertJob(trx, 'send-email-change', { memberId, newEmail })
  await insertJob(trx, 'send-email-change-notice', { memberId, email: member.email, newEmail })
}
