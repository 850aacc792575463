import type { Trx } from '@chuma/db/client'
import { deleteReferral, insertReferral } from '@chuma/db/queries/referral/referral'

/**
 * Notes who invited whoever signs up now, in the place of an earlier sign-up's inviter. The caller makes sure that the account
 * is new or was never used.
 */
export async function keepInviter(trx: Trx, friendId: string, inviterId: string | undefined): Promise<void> {
  await deleteReferral(trx, friendId)
  // Somebody signs up again, by his own code, with an address that he never verified. Saying so would tell whose the code is.
  if (inviterId === undefined || inviterId === friendId) return
  await insertReferral(trx, { memberId: inviterId, friendId })
}
