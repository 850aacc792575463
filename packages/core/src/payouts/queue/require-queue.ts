import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { listOpenRails } from '../rails/find-rail.ts'

/** Return the providers whose queues are meant: the named one, or all that get new payments. */
export function requireQueues({ payouts }: Deps, named: string | undefined): string[] {
  const open = listOpenRails(payouts)
  const meant = named === undefined ? open : open.filter((name) => name === named)
  if (meant.length > 0) return meant
  throw new AppError('NOT_FOUND', { what: 'payoutQueue' })
}
