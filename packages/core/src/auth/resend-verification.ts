import { insertJob } from '@chuma/db/queries/jobs'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { reserveAttempt } from '../throttle/reserve-attempt.ts'

/**
 * Answers every address alike: whether there is anything to send is decided later, by the job.
 * @throws AppError THROTTLED for a network that asks too often
 */
export async function resendVerification(
  deps: Deps,
  caller: Caller,
  { email }: { email: string },
): Promise<{ message: string }> {
  await reserveAttempt(deps, 'mail-address', caller.address)
  await deps.db.transaction().execute((trx) => insertJob(trx, 'send-verification', { email }))
  return { message: 'If this address waits to be verified, a new link is on its way to it.' }
}
