import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { verifyLedger } from '../books/verify-ledger.ts'
import { openDesk, returned } from '../payouts/corrections/testing.ts'
import { approve, reject } from '../payouts/testing.ts'
import { givenMember } from '../testing.ts'
import { settleReferral } from './referral.ts'
import {
  askForMoney,
  bePaid,
  givenFriend,
  givenSettled,
  look,
  openProgramme,
  pointsOf,
  settleWaiting,
} from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = openProgramme(db)

const PAID = { state: 'paid', reason: null, points: 40 }
const refused = (reason: string) => ({ state: 'refused', reason, points: null })

test('a bonus is paid after a friend’s first paid withdrawal, and its posting refers to the friend', async () => {
  const inviter = await givenMember(db)
  const friend = await givenFriend(db, inviter)
  await bePaid(deps, friend)
  expect(await pointsOf(db, inviter)).toBe(0)
  expect(await settleWaiting(deps)).toBe(1)
  expect(await look(db, friend)).toEqual(PAID)
  const posting = await db
    .selectFrom('posting')
    .innerJoin('referral', 'referral.referralId', 'posting.subjectId')
    .select(['kind', 'availableDelta', 'sourceKey', 'description', 'actor', 'referral.friendId'])
    .where('posting.memberId', '=', inviter.memberId)
    .executeTakeFirstOrThrow()
  expect(posting).toEqual({
    kind: 'referral',
    availableDelta: 40,
    sourceKey: `referral:${friend.memberId}`,
    description: 'Invited friend',
    actor: 'system',
    friendId: friend.memberId,
  })
})

test('pending, approved and rejected withdrawals pay no bonus', async () => {
  const inviter = await givenMember(db)
  const friend = await givenFriend(db, inviter)
  const { id } = await askForMoney(deps, friend)
  await settleReferral(deps, friend)
  await approve(deps, { id })
  await settleReferral(deps, friend)
  await reject(deps, { id })
  await settleReferral(deps, friend)
  expect(await settleWaiting(deps)).toBe(0)
  expect([await look(db, friend), await pointsOf(db, inviter)]).toMatchObject([{ state: 'joined' }, 0])
})

test('a second withdrawal pays no other bonus and does not change a decision', async () => {
  const [inviter, unlucky] = [await givenMember(db), await givenMember(db)]
  const [friend, early] = [await givenFriend(db, inviter), await givenFriend(db, unlucky)]
  const closed = openProgramme(db, { referralBonusPoints: 0 })
  await bePaid(deps, friend)
  await settleWaiting(deps)
  await bePaid(deps, early)
  await settleWaiting(closed)
  expect(await look(db, early)).toEqual(refused('programme-closed'))

  await bePaid(deps, friend)
  await bePaid(deps, early)
  expect(await settleWaiting(deps)).toBe(2)
  expect(await look(db, friend)).toEqual(PAID)
  expect(await look(db, early)).toEqual(refused('programme-closed'))
  expect([await pointsOf(db, inviter), await pointsOf(db, unlucky)]).toEqual([40, 0])
})

test('a paid withdrawal of a member without an inviter needs no job', async () => {
  await bePaid(deps, await givenMember(db, { points: 5 }))
  expect(await settleWaiting(deps)).toBe(0)
})

test('of fifty concurrent jobs one pays', async () => {
  const inviter = await givenMember(db)
  const friend = await givenFriend(db, inviter)
  await bePaid(deps, friend)
  const race = await startTogether(db, inviter.memberId, () =>
    Array.from({ length: 50 }, () => settleReferral(deps, friend)),
  )
  expect(race.filter(({ status }) => status === 'rejected')).toEqual([])
  expect([await look(db, friend), await pointsOf(db, inviter)]).toEqual([PAID, 40])
})

test('a bonus that the ledger contains is not booked again', async () => {
  const inviter = await givenMember(db)
  const friend = await givenFriend(db, inviter)
  await bePaid(deps, friend)
  await db.transaction().execute((trx) =>
    insertPosting(trx, {
      memberId: inviter.memberId,
      kind: 'referral',
      availableDelta: 30,
      heldDelta: 0,
      houseAccount: 'rewards',
      sourceKey: `referral:${friend.memberId}`,
      description: 'Invited friend',
      actor: 'system',
    }),
  )
  await settleWaiting(deps)
  expect(await look(db, friend)).toEqual({ ...PAID, points: 30 })
  expect(await pointsOf(db, inviter)).toBe(30)
})

test('if two friends are paid at the same time, one gets the last place', async () => {
  const inviter = await givenMember(db)
  const friends = [await givenFriend(db, inviter), await givenFriend(db, inviter)]
  const first = await givenFriend(db, inviter)
  for (const friend of [first, ...friends]) await bePaid(deps, friend)
  await settleReferral(deps, first)
  const race = await startTogether(db, inviter.memberId, () =>
    friends.map((friend) => settleReferral(deps, friend)),
  )
  expect(race.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  const states = await Promise.all(friends.map((friend) => look(db, friend)))
  expect(states.map((state) => state?.reason ?? state?.state).sort()).toEqual(['cap-reached', 'paid'])
  expect(await pointsOf(db, inviter)).toBe(80)
})

test('friends beyond the maximum are refused, and all of them with a maximum of zero', async () => {
  const inviter = await givenMember(db)
  const friends = [await givenFriend(db, inviter), await givenFriend(db, inviter)]
  const narrow = openProgramme(db, { referralMaxFriends: 1 })
  for (const friend of friends) {
    await bePaid(deps, friend)
    await settleReferral(narrow, friend)
  }
  expect(await Promise.all(friends.map((friend) => look(db, friend)))).toEqual([PAID, refused('cap-reached')])

  const another = await givenFriend(db, await givenMember(db))
  await bePaid(deps, another)
  await settleReferral(openProgramme(db, { referralMaxFriends: 0 }), another)
  expect(await look(db, another)).toEqual(refused('programme-closed'))
})

test.each([
  ['suspended', { suspendedAt: sql<Date>`now()`, suspensionReason: 'A reason' }, 'inviter-suspended'],
  ['due for deletion', { deletionDueAt: sql<Date>`now() + interval '1 day'` }, 'inviter-closing'],
])('an inviter who is %s gets nothing, and the reason is shown', async (_name, standing, reason) => {
  const inviter = await givenMember(db)
  const friend = await givenFriend(db, inviter)
  await bePaid(deps, friend)
  await db.updateTable('member').set(standing).where('memberId', '=', inviter.memberId).execute()
  await settleReferral(deps, friend)
  expect([await look(db, friend), await pointsOf(db, inviter)]).toEqual([refused(reason), 0])
})

test('a decision can be neither changed nor removed', async () => {
  const inviter = await givenMember(db)
  const friend = await givenSettled(deps, inviter)
  const own = sql`where friend_id = ${friend.memberId}`
  const change = sql`update referral set state = 'refused', points = null, reason = 'cap-reached' ${own}`
  await expect(change.execute(db)).rejects.toThrow('never changed')
  await expect(sql`delete from referral ${own}`.execute(db)).rejects.toThrow('never changed')
})

/** A friend whose first payment paid the bonus, and what books that it came back. */
async function givenBonus() {
  const desk = await openDesk(db)
  const inviter = await givenMember(db)
  const friend = await givenFriend(db, inviter)
  const payOnce = async () => {
    const { id } = await bePaid(deps, friend)
    await settleWaiting(deps)
    return { comesBack: () => desk.correct(returned(id)) }
  }
  const first = await payOnce()
  expect([await look(db, friend), await pointsOf(db, inviter)]).toEqual([PAID, 40])
  return { inviter, friend, payOnce, first }
}

const spend = ({ memberId }: { memberId: string }, points: number) =>
  insertPosting(db, {
    memberId,
    kind: 'adjustment',
    availableDelta: -points,
    heldDelta: 0,
    houseAccount: 'adjustments',
    sourceKey: `spent:${points}`,
    description: 'Spent',
    actor: 'system',
  })

test('a bonus is taken back when the friend’s payment came back, once, even into debt, and paid again with the next payment', async () => {
  const { inviter, friend, payOnce, first } = await givenBonus()
  await spend(inviter, 30)
  await first.comesBack()
  expect(await settleWaiting(deps)).toBe(1)
  await settleReferral(deps, friend)
  expect([await look(db, friend), await pointsOf(db, inviter)]).toMatchObject([{ state: 'joined' }, -30])
  const second = await payOnce()
  expect([await look(db, friend), await pointsOf(db, inviter)]).toEqual([PAID, 10])
  await second.comesBack()
  await settleWaiting(deps)
  expect([await look(db, friend), await pointsOf(db, inviter)]).toMatchObject([{ state: 'joined' }, -30])
  expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] })
})

test('a bonus stays when the friend was paid another time too', async () => {
  const { inviter, friend, payOnce, first } = await givenBonus()
  await payOnce()
  await first.comesBack()
  await settleWaiting(deps)
  expect([await look(db, friend), await pointsOf(db, inviter)]).toEqual([PAID, 40])
})

test('of fifty concurrent jobs one takes the bonus back', async () => {
  const { inviter, friend, first } = await givenBonus()
  await first.comesBack()
  const race = await startTogether(db, inviter.memberId, () =>
    Array.from({ length: 50 }, () => settleReferral(deps, friend)),
  )
  expect(race.filter(({ status }) => status === 'rejected')).toEqual([])
  expect([await look(db, friend), await pointsOf(db, inviter)]).toMatchObject([{ state: 'joined' }, 0])
})
