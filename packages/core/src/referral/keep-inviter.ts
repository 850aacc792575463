import type { Trx } from '@chuma/db/client'
import { deleteReferral, insertReferral } from '@chuma/db/queries/referral/referral'

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
