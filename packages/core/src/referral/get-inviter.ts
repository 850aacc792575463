import { findInviter } from '@chuma/db/queries/referral/referral'
import { invalidField } from '../app-error.ts'
import type { Deps } from '../deps.ts'

/**
 * Whose code a newcomer brings. Whether he is in good standing shows when there is something to pay: a friend is not told what
 * became of his inviter.
 * @throws AppError INVALID_INPUT for a code that is nobody's
 */
export async function getInviter({ db }: Pick<Deps, 'db'>, code: string): Promise<string> {
  const memberId = await findInviter(db, code)
  if (memberId) return memberId
  throw invalidField('referralCode', 'INVITE_CODE_UNKNOWN')
}
