import { insertJob } from '@chuma/db/queries/jobs'
import type { Deps } from '../deps.ts'

/** Answers every address alike: whether there is anything to send is decided later, by the job. */
export async function resendVerification(
  deps: Deps,
  { email }: { email: string },
): Promise<{ message: string }> {
  await deps.db.transaction().execute((trx) => insertJob(trx, 'send-verification', { email }))
  return { message: 'If this address waits to be verified, a new link is on its way to it.' }
}
