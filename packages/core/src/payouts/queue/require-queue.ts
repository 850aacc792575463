import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/** Whose queue it is. */
export function requireQueue({ payouts }: Deps): string {
  if (payouts.provider) return payouts.provider.name
  throw new AppError('NOT_FOUND', { what: 'payoutQueue' })
}
