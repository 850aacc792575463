import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/** Return the provider of the queue. */
export function requireQueue({ payouts }: Deps): string {
  if (payouts.provider) return payouts.provider.name
  throw new AppError('NOT_FOUND', { what: 'payoutQueue' })
}
