import { revokeSessionById } from '@chuma/db/queries/auth/sessions'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Notice, notice } from '../notice.ts'

/**
 * Sign the member out on one device, immediately.
 * @throws AppError NOT_FOUND if it is signed out already, or belongs to someone else
 */
export async function endSession(
  { db }: Deps,
  { memberId }: SignedInMember,
  { id }: { id: string },
): Promise<{ message: Notice }> {
  const isEnded = await revokeSessionById(db, { memberId, sessionId: id })
  if (!isEnded) throw new AppError('NOT_FOUND')
  return { message: notice('DEVICE_SIGNED_OUT') }
}
