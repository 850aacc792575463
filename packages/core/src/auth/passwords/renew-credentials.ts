import { linkPurpose, type session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { expireLinks } from '@chuma/db/queries/auth/links'
import { revokeAllSessions } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import type { Caller } from '../../caller.ts'
import { openSession } from '../open-session.ts'

/**
 * What follows a new password, in its transaction, which has locked the member: whatever was opened or mailed before it
 * opens nothing any more, he hears of it, and goes on with a session of his own.
 */
export async function renewCredentials(
  trx: Trx,
  caller: Caller,
  { memberId, email }: { memberId: string; email: string },
): Promise<Answer<typeof session>> {
  await revokeAllSessions(trx, memberId)
  await expireLinks(trx, { memberId, purposes: linkPurpose.options })
  await insertJob(trx, 'send-password-changed', { memberId, email })
  return openSession(trx, caller, memberId)
}
