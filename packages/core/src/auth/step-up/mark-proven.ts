import type { Trx } from '@chuma/db/client'
import { stepUpStaffSession } from '@chuma/db/queries/admin/staff-sessions'
import { stepUpSession } from '@chuma/db/queries/auth/sessions'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'

/**
 * Record that the person in the session of this call has just proved who they are.
 * @throws AppError NOT_SIGNED_IN for a session that ended meanwhile
 */
export async function markProven(trx: Trx, { staff, member }: Caller): Promise<void> {
  const isOpen = staff
    ? await stepUpStaffSession(trx, staff)
    : member !== null && (await stepUpSession(trx, member))
  if (!isOpen) throw new AppError('NOT_SIGNED_IN', { why: 'ended' })
}
