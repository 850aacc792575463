import type { RequestLinkInput } from '@chuma/contract/auth'
import { insertJob } from '@chuma/db/queries/jobs'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { reserveAttempt } from '../throttle/reserve-attempt.ts'

/**
 * Answers every address alike: whether there is anybody to mail is decided later, by the job.
 * @throws AppError THROTTLED for a network that asks too often
 */
export async function forgotPassword(
  deps: Deps,
  caller: Caller,
  { email }: RequestLinkInput,
): Promise<{ message: string }> {
  await reserveAttempt(deps, 'mail-address', caller.address)
  await deps.db.transaction().execute((trx) => insertJob(trx, 'send-password-reset', { email }))
  return {
    message: 'If this address has an account, a link to set a new password is on its way to it.',
  }
}
