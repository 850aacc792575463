import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { ReferralReason } from '@chuma/contract/referral/referral'
import type { Trx } from '@chuma/db/client'
import {
  countPaidFriends,
  getInviterStanding,
  listAddresses,
  type ReferralRef,
  sharesPayoutAccount,
} from '@chuma/db/queries/referral/referral'
import { isReferralOpen } from './is-referral-open.ts'
import { toMailbox } from './to-mailbox.ts'

/** Why nothing is paid for this friend; null when the bonus is due. Needs the lock of the inviter's wallet. */
export async function judgeReferral(
  trx: Trx,
  ref: ReferralRef,
  economy: Economy,
): Promise<ReferralReason | null> {
  const { isErased, isSuspended, isClosing } = await getInviterStanding(trx, ref.memberId)
  if (isErased) return 'inviter-left'
  if (isSuspended) return 'inviter-suspended'
  if (isClosing) return 'inviter-closing'
  if (!isReferralOpen(economy)) return 'programme-closed'
  if (await isSamePerson(trx, ref)) return 'same-person'
  const paidFriends = await countPaidFriends(trx, ref.memberId)
  return paidFriends < economy.referralMaxFriends ? null : 'cap-reached'
}

/**
 * By where money and mail go, and by nothing else: families share a phone, and a carrier's whole district shares one network
 * address.
 */
async function isSamePerson(trx: Trx, ref: ReferralRef): Promise<boolean> {
  if (await sharesPayoutAccount(trx, ref)) return true
  const mailboxes = new Set((await listAddresses(trx, ref.memberId)).map(toMailbox))
  return (await listAddresses(trx, ref.friendId)).some((email) => mailboxes.has(toMailbox(email)))
}
