import { findInviter } from '@chuma/db/queries/referral/referral'
import { invalidField } from '../app-error.ts'
import type { Deps } from '../deps.ts'

/**
 * Find the inviter of a code. Whether their account is in good standing is checked when a bonus is due: friends are not
 * told what happened to their inviter.
 * @throws AppError INVALID_INPUT for an unknown code
 */
export async function getInviter({ db }: Pick<Deps, 'db'>, code: string): Promise<string> {
  const memberId = await findInviter(db, code)
  if (memberId) return memberId
  throw invalidField('referralCode', 'INVITE_CODE_UNKNOWN')
}
