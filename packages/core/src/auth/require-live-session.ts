import type { Trx } from '@chuma/db/client'
import { lockOpenSession } from '@chuma/db/queries/auth/sessions'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'

/**
 * Require, in the transaction of a call that moves money or credentials, that the call's session has not ended since the caller
 * was identified: the account's owner may have pressed "This wasn't me" in between (docs/decisions/0078). Call it after a lock
 * on the member's row or wallet.
 * @throws AppError NOT_SIGNED_IN
 */
export async function requireLiveSession(
  trx: Trx,
  member: Pick<SignedInMember, 'memberId' | 'tokenHash'>,
): Promise<void> {
  if (!(await lockOpenSession(trx, member))) throw new AppError('NOT_SIGNED_IN', { why: 'ended' })
}
