import type { Answer } from '@chuma/contract/fields'
import type { GetReferralInput, ReferralReason, referral } from '@chuma/contract/referral/referral'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type InvitedFriend = Answer<typeof referral>['friends'][number]

/** An inviter and the friend who signed up with their code. */
export type ReferralRef = { memberId: string; friendId: string }

export async function findReferralCode(db: Db, memberId: string): Promise<string | null> {
  const row = await db
    .selectFrom('memberReferralCode')
    .select('code')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.code ?? null
}

/** Does nothing when they have a code, when the code is taken, or when they have just been erased. */
export async function insertReferralCode(trx: Trx, memberId: string, code: string): Promise<void> {
  const living = await trx
    .selectFrom('member')
    .select('memberId')
    .where('memberId', '=', memberId)
    .where('erasedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!living) return
  const own = await trx
    .insertInto('memberReferralCode')
    .values({ memberId, code })
    .onConflict((conflict) => conflict.column('memberId').doNothing())
    .returning('code')
    .executeTakeFirst()
  if (!own) return
  const free = await trx
    .insertInto('referralCode')
    .values({ memberId, code })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst()
  if (!free) await trx.deleteFrom('memberReferralCode').where('memberId', '=', memberId).execute()
}

export async function findInviter(db: Db, code: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('referralCode')
    .select('memberId')
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.memberId
}

/** Record who invited this friend, unless someone else has before. */
export async function insertReferral(trx: Trx, referral: ReferralRef): Promise<void> {
  const claimed = await trx
    .insertInto('referralFriend')
    .values(referral)
    .onConflict((conflict) => conflict.column('friendId').doNothing())
    .returning('friendId')
    .executeTakeFirst()
  if (claimed) await trx.insertInto('referral').values(referral).execute()
}

/** Remove an invitation. Fails for a settled one. */
export async function deleteReferral(trx: Trx, friendId: string): Promise<void> {
  const gone = await trx
    .deleteFrom('referralFriend')
    .where('friendId', '=', friendId)
    .returning('memberId')
    .executeTakeFirst()
  if (!gone) return
  await trx
    .deleteFrom('referral')
    .where('memberId', '=', gone.memberId)
    .where('friendId', '=', friendId)
    .execute()
}

export function findReferralOfFriend(db: Db, friendId: string): Promise<ReferralRef | undefined> {
  return db
    .selectFrom('referralFriend')
    .select(['memberId', 'friendId'])
    .where('friendId', '=', friendId)
    .executeTakeFirst()
}

/** Serialise what settles this referral, until the transaction ends. */
export function lockReferral(trx: Trx, { memberId, friendId }: ReferralRef) {
  return trx
    .selectFrom('referral')
    .select(['referralId', 'state'])
    .where('memberId', '=', memberId)
    .where('friendId', '=', friendId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Count how often this bonus was taken back. */
export async function countTakenBack(trx: Trx, memberId: string, referralId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('posting')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where('kind', '=', 'reversal')
    .where('subjectId', '=', referralId)
    .executeTakeFirstOrThrow()
  return count
}

/** Let a referral whose bonus was taken back wait for the friend's next payment. */
export function reopenReferral(trx: Trx, { memberId, friendId }: ReferralRef) {
  return trx
    .updateTable('referral')
    .set({ state: 'joined', points: null, settledAt: null })
    .where('memberId', '=', memberId)
    .where('friendId', '=', friendId)
    .execute()
}

type Settlement = { state: 'paid'; points: number } | { state: 'refused'; reason: ReferralReason }

export function settleReferral(trx: Trx, { memberId, friendId }: ReferralRef, settlement: Settlement) {
  return trx
    .updateTable('referral')
    .set({ ...settlement, settledAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('friendId', '=', friendId)
    .execute()
}

/** End an erased member's open referrals, as inviter and as friend. */
export async function endReferralsOf(trx: Trx, memberId: string): Promise<void> {
  const joined = await findReferralOfFriend(trx, memberId)
  if (joined) {
    await refuseJoined(trx, 'friend-left')
      .where('memberId', '=', joined.memberId)
      .where('friendId', '=', memberId)
      .execute()
  }
  await refuseJoined(trx, 'inviter-left').where('memberId', '=', memberId).execute()
}

const refuseJoined = (trx: Trx, reason: ReferralReason) =>
  trx
    .updateTable('referral')
    .set({ state: 'refused', reason, settledAt: sql<Date>`now()` })
    .where('state', '=', 'joined')

/** Whether a withdrawal of theirs was ever paid. */
export async function hasBeenPaid(trx: Trx, memberId: string): Promise<boolean> {
  const paid = await trx
    .selectFrom('withdrawal')
    .select('withdrawalId')
    .where('memberId', '=', memberId)
    .where('status', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  return paid !== undefined
}

/** Count the friends for whom this member got a bonus. Certain only under the wallet's lock. */
export async function countPaidFriends(trx: Trx, memberId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('referral')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow()
  return count
}

export function getInviterStanding(trx: Trx, memberId: string) {
  return trx
    .selectFrom('member')
    .select((eb) => [
      eb('erasedAt', 'is not', null).$castTo<boolean>().as('isErased'),
      eb('suspendedAt', 'is not', null).$castTo<boolean>().as('isSuspended'),
      eb('deletionDueAt', 'is not', null).$castTo<boolean>().as('isClosing'),
    ])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** List every address that a member has proved or typed as theirs: the current one and former ones. */
export async function listAddresses(trx: Trx, memberId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('member')
    .select('email')
    .where('memberId', '=', memberId)
    .unionAll(trx.selectFrom('formerEmail').select('email').where('memberId', '=', memberId))
    .execute()
  return rows.map(({ email }) => email)
}

/**
 * Anyone with a code can sign up a stranger's address. If the friend were shown before proving it, the list would reveal
 * whether the address already had an account.
 */
const isShown = sql<boolean>`(friend.email_verified_at is not null or friend.erased_at is not null)`
const place = sql<number>`(extract(epoch from referral.joined_at) * 1000000)::bigint`

/** List friends who came by this member's code, newest first. */
export async function listInvitedFriends(db: Db, memberId: string, { before, limit }: GetReferralInput) {
  const [moment, referralId] = before?.split('.') ?? [null, null]
  const { rows } = await sql<InvitedFriend>`
    with referral as (
      select referral_id, friend_id, joined_at, state, reason, points, settled_at from referral where member_id = ${memberId}
    )
    select ${place} || '.' || referral.referral_id as id,
      case when friend.erased_at is null then friend.first_name || ' ' || left(friend.last_name, 1) || '.' end as name,
      referral.joined_at, referral.state, referral.reason, referral.points, referral.settled_at
    from referral join member friend on friend.member_id = referral.friend_id
    where ${isShown}
      and (${moment}::bigint is null or (${place}, referral.referral_id) < (${moment}::bigint, ${referralId}::uuid))
    order by referral.joined_at desc, referral.referral_id desc
    limit ${limit}
  `.execute(db)
  return rows
}

export function countInvitedFriends(db: Db, memberId: string) {
  return db
    .with('mine', (query) =>
      query.selectFrom('referral').select(['friendId', 'state']).where('memberId', '=', memberId),
    )
    .selectFrom('mine')
    .innerJoin('member as friend', 'friend.memberId', 'mine.friendId')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('mine.state', '=', 'joined').as('joined'),
      fn.countAll<number>().filterWhere('mine.state', '=', 'paid').as('paid'),
      fn.countAll<number>().filterWhere('mine.state', '=', 'refused').as('refused'),
    ])
    .where(isShown)
    .executeTakeFirstOrThrow()
}
