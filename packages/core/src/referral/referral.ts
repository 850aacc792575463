import { randomInt } from 'node:crypto'
import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { GetReferralInput } from '@chuma/contract/referral/referral'
import type { Db, Trx } from '@chuma/db/client'
import {
  countInvitedFriends,
  countPaidFriends,
  countTakenBack,
  findReferralCode,
  findReferralOfFriend,
  getInviterStanding,
  hasBeenPaid,
  insertReferralCode,
  listAddresses,
  listInvitedFriends,
  lockReferral,
  type ReferralRef,
  reopenReferral,
  settleReferral as settle,
} from '@chuma/db/queries/referral/referral'
import { listClaimants, listDestinations } from '@chuma/db/queries/wallet/destinations'
import { findPostingBySource, lockWallet } from '@chuma/db/queries/wallet/ledger'
import { bookReward } from '@chuma/db/queries/wallet/wallet'
import { openDestination } from '../account/destinations.ts'
import { isReturning, toMailbox } from '../account/returning/prints.ts'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { isReferralOpen } from '../economy.ts'
import { postPoints } from '../wallet/ledger.ts'

/**
 * Job: after a member's withdrawal was paid, pay the inviter's bonus, or record why not. The first decision is final: later
 * withdrawals and a reopened programme don't change it. After a payment came back, take the bonus back unless the friend was paid
 * another time; the next payment brings it again.
 */
export async function settleReferral(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets' | 'reportFailure'>,
  { memberId: friendId }: { memberId: string },
): Promise<void> {
  const ref = await findReferralOfFriend(deps.db, friendId)
  if (!ref) return
  const economy = await deps.economy()
  await deps.db.transaction().execute(async (trx) => {
    // The lock settles two friends of one inviter in turn, so that the last place is taken once.
    await lockWallet(trx, ref.memberId)
    const { state, referralId } = await lockReferral(trx, ref)
    if (state === 'refused') return
    const isPaid = await hasBeenPaid(trx, friendId)
    if (isPaid === (state === 'paid')) return
    if (!isPaid) return takeBack(trx, ref, referralId)
    const reason = await judgeReferral({ ...deps, trx }, ref, economy)
    if (reason) await settle(trx, ref, { state: 'refused', reason })
    else await pay(trx, ref, { referralId, economy })
  })
}

/** A bonus that was taken back can be paid again, under another key. */
const bonusKey = ({ friendId }: ReferralRef, takenBack: number) =>
  takenBack === 0 ? `referral:${friendId}` : `referral:${friendId}:${takenBack}`

/** May leave the inviter in debt. An erased inviter's debt meets their next account. */
async function takeBack(trx: Trx, ref: ReferralRef, referralId: string): Promise<void> {
  const { memberId, friendId } = ref
  const takenBack = await countTakenBack(trx, memberId, referralId)
  const bonus = await findPostingBySource(trx, memberId, bonusKey(ref, takenBack))
  if (!bonus) throw new Error(`referral ${referralId} is paid and was never posted`)
  await postPoints(trx, {
    memberId,
    kind: 'reversal',
    availableDelta: -bonus.points,
    heldDelta: 0,
    houseAccount: 'reversals',
    sourceKey: `referral-back:${friendId}:${takenBack}`,
    description: 'Invited friend: their payment came back',
    subjectId: referralId,
    reversesSeq: bonus.id,
    actor: 'system',
  })
  await reopenReferral(trx, ref)
}

type Bonus = { referralId: string; economy: Economy }

async function pay(trx: Trx, ref: ReferralRef, { referralId, economy }: Bonus): Promise<void> {
  const takenBack = await countTakenBack(trx, ref.memberId, referralId)
  const { pointsEarned } = await bookReward(trx, {
    memberId: ref.memberId,
    kind: 'referral',
    points: economy.referralBonusPoints,
    sourceKey: bonusKey(ref, takenBack),
    // Without the name: members can be erased, postings cannot.
    description: 'Invited friend',
    subjectId: referralId,
    actor: 'system',
  })
  await settle(trx, ref, { state: 'paid', points: pointsEarned })
}

type Judging = Pick<Deps, 'secrets' | 'reportFailure'> & { trx: Trx }

/** Find why this friend pays no bonus; null if it is due. The caller has locked the inviter's wallet. */
async function judgeReferral(judging: Judging, ref: ReferralRef, economy: Economy) {
  const { trx } = judging
  const { isErased, isSuspended, isClosing } = await getInviterStanding(trx, ref.memberId)
  if (isErased) return 'inviter-left'
  if (isSuspended) return 'inviter-suspended'
  if (isClosing) return 'inviter-closing'
  if (!isReferralOpen(economy)) return 'programme-closed'
  if (await isSamePerson(judging, ref)) return 'same-person'
  if (await isReturning(trx, judging, ref.friendId)) return 'returning'
  const paidFriends = await countPaidFriends(trx, ref.memberId)
  return paidFriends < economy.referralMaxFriends ? null : 'cap-reached'
}

/**
 * Compares only destinations of money and mail: families share phones, and a carrier's whole district a network address.
 */
async function isSamePerson({ trx, ...deps }: Judging, ref: ReferralRef): Promise<boolean> {
  if (await sharesPayoutPlace(deps, trx, ref)) return true
  const mailboxes = new Set((await listAddresses(trx, ref.memberId)).map(toMailbox))
  return (await listAddresses(trx, ref.friendId)).some((email) => mailboxes.has(toMailbox(email)))
}

/** Whether the two ever named the same destination: requested a payout there, or proved it with a code. */
async function sharesPayoutPlace(
  deps: Pick<Deps, 'secrets' | 'reportFailure'>,
  trx: Trx,
  { memberId, friendId }: ReferralRef,
): Promise<boolean> {
  const places = await listDestinations(trx, friendId)
  const hashes = places.flatMap((row) => openDestination(deps, row).hashes)
  return hashes.length > 0 && (await listClaimants(trx, hashes)).includes(memberId)
}

/** This many collisions in a row are not a coincidence. */
const TRIES = 5

/**
 * Load a member's invite code and the friends they invited. The code is created at the first request. While no bonus is
 * paid invitations are not offered, but earlier ones are still shown.
 */
export async function getReferral(deps: Deps, { memberId }: SignedInMember, input: GetReferralInput) {
  const economy = await deps.economy()
  const isOpen = isReferralOpen(economy)
  const code = isOpen ? await ensureCode(deps.db, memberId) : null
  const [counts, friends] = await Promise.all([
    countInvitedFriends(deps.db, memberId),
    listInvitedFriends(deps.db, memberId, input),
  ])
  return {
    isOpen,
    code,
    linkPath: code && `/signup?ref=${code}`,
    bonusPoints: economy.referralBonusPoints,
    maxFriends: economy.referralMaxFriends,
    counts,
    friends,
  }
}

/** Of concurrent calls one creates the code, and all return it. */
async function ensureCode(db: Db, memberId: string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const code = await findReferralCode(db, memberId)
    if (code) return code
    await db.transaction().execute((trx) => insertReferralCode(trx, memberId, createReferralCode()))
  }
  // The member was erased in the meantime.
  throw new AppError('NOT_SIGNED_IN')
}

/** Without letters and digits that look alike on paper or sound alike on the phone: 0 and O, 1, I and L. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const LENGTH = 8

/** Begins with a letter: routers parse `2E345678` in an address as a number. */
function createReferralCode(): string {
  const rest = Array.from({ length: LENGTH - 1 }, () => choose(LETTERS + DIGITS))
  return [choose(LETTERS), ...rest].join('')
}

function choose(from: string): string {
  return from.charAt(randomInt(from.length))
}
