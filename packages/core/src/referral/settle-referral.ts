import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { ReferralReason } from '@chuma/contract/referral/referral'
import type { Trx } from '@chuma/db/client'
import {
  countPaidFriends,
  findReferralOfFriend,
  getInviterStanding,
  hasBeenPaid,
  listAddresses,
  lockReferral,
  type ReferralRef,
  settleReferral as settle,
  sharesPayoutAccount,
} from '@chuma/db/queries/referral/referral'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { bookReward } from '@chuma/db/queries/wallet/rewards'
import type { Deps } from '../deps.ts'
import { isReferralOpen } from './is-referral-open.ts'
import { toMailbox } from './to-mailbox.ts'

/**
 * Job: after a member's withdrawal was paid, pays whoever invited him, or notes why not. What was decided after the first
 * one stands: a later withdrawal changes nothing, nor does a programme that opens again.
 */
export async function settleReferral(
  deps: Pick<Deps, 'db' | 'economy'>,
  { memberId: friendId }: { memberId: string },
): Promise<void> {
  const ref = await findReferralOfFriend(deps.db, friendId)
  if (!ref) return
  const economy = await deps.economy()
  await deps.db.transaction().execute(async (trx) => {
    // Two friends of one inviter are settled one after the other, so that the last place is taken once.
    await lockWallet(trx, ref.memberId)
    const { state, referralId } = await lockReferral(trx, ref)
    if (state !== 'joined' || !(await hasBeenPaid(trx, friendId))) return
    const reason = await judgeReferral(trx, ref, economy)
    if (reason) await settle(trx, ref, { state: 'refused', reason })
    else await pay(trx, ref, { referralId, economy })
  })
}

type Bonus = { referralId: string; economy: Economy }

async function pay(trx: Trx, ref: ReferralRef, { referralId, economy }: Bonus): Promise<void> {
  const { pointsEarned } = await bookReward(trx, {
    memberId: ref.memberId,
    kind: 'referral',
    points: economy.referralBonusPoints,
    sourceKey: `referral:${ref.friendId}`,
    // Without the name: a member may be erased, a posting never is.
    description: 'Invited friend',
    subjectId: referralId,
    actor: 'system',
  })
  await settle(trx, ref, { state: 'paid', points: pointsEarned })
}

/** Why nothing is paid for this friend; null when the bonus is due. Needs the lock of the inviter's wallet. */
async function judgeReferral(trx: Trx, ref: ReferralRef, economy: Economy): Promise<ReferralReason | null> {
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
