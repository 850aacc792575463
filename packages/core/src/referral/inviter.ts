import type { Trx } from '@chuma/db/client'
import { deleteReferral, findInviter, insertReferral } from '@chuma/db/queries/referral/referral'
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

/**
 * Record who invited a new member, replacing the inviter of an earlier sign-up. The caller makes sure that the account
 * is new or was never used.
 */
export async function keepInviter(trx: Trx, friendId: string, inviterId: string | undefined): Promise<void> {
  await deleteReferral(trx, friendId)
  // A new sign-up with an unverified address and its own code. An error would reveal whose code it is.
  if (inviterId === undefined || inviterId === friendId) return
  await insertReferral(trx, { memberId: inviterId, friendId })
}
