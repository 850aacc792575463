import { ALL_RAILS } from '@chuma/contract/payouts/payout-queue'
import type { Db } from '@chuma/db/client'
import { isQueueStopped } from '@chuma/db/queries/payouts/payout-queue'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { listOpenRails } from '../rails/find-rail.ts'

/** Return the providers whose queues are meant: the named one, or all that get new payments. */
export function requireQueues({ payouts }: Pick<Deps, 'payouts'>, named: string | undefined): string[] {
  if (named === ALL_RAILS) return [ALL_RAILS]
  const open = listOpenRails(payouts)
  const meant = named === undefined ? open : open.filter((name) => name === named)
  if (meant.length > 0) return meant
  throw new AppError('NOT_FOUND', { what: 'payoutQueue' })
}

/**
 * Refuse to make a file to pay from until a person has said what was paid after the backup.
 * @throws AppError PAYOUTS_STOPPED
 */
export async function refuseWhenRestored(db: Db): Promise<void> {
  if (await isQueueStopped(db, ALL_RAILS)) throw new AppError('PAYOUTS_STOPPED')
}
