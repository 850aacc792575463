import type { Db } from '@chuma/db/client'
import { type AttemptRef, findLeaseLeft } from '@chuma/db/queries/payouts/payout-attempts'
import type { NotSent } from './payouts.ts'

export const TOO_LATE: NotSent = {
  outcome: 'not-sent',
  code: 'TOO_LATE',
  reason: 'The sender was suspended for longer than it may take',
  stopQueue: false,
  retryable: true,
}

/**
 * Read how long the sender may still write, by the database's clock, and return a check of it for the moment before the write. A
 * process can be suspended anywhere between its commit and the socket, and meanwhile others decide that it is dead.
 */
export async function readDeadline(db: Db, ref: AttemptRef): Promise<() => boolean> {
  // Before the statement: while it is under way, the lease runs already.
  const since = [performance.now(), Date.now()] as const
  const leftMs = await findLeaseLeft(db, ref)
  // The monotonic clock is true whatever happens to the time of day, but may stop while the machine sleeps; the other does not.
  return () => Math.max(performance.now() - since[0], Date.now() - since[1]) < leftMs
}
