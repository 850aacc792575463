import type { Trx } from '@chuma/db/client'
import { lockApproval, type StoredApproval } from '@chuma/db/queries/admin/approvals'
import { AppError } from '../../app-error.ts'

/**
 * Lock a request that can still be decided.
 * @throws AppError NOT_FOUND, APPROVAL_STATE with the state that it is in
 */
export async function lockWaiting(trx: Trx, approvalId: string): Promise<StoredApproval> {
  const request = await lockApproval(trx, approvalId)
  if (!request) throw new AppError('NOT_FOUND')
  requireWaiting(request)
  return request
}

/** @throws AppError APPROVAL_STATE */
export function requireWaiting({ state, isExpired }: Pick<StoredApproval, 'state' | 'isExpired'>): void {
  if (state !== 'waiting') throw new AppError('APPROVAL_STATE', { state })
  if (isExpired) throw new AppError('APPROVAL_STATE', { state: 'expired' })
}
