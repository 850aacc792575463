import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { referral } from '@chuma/contract/referral/referral'
import { listActivity } from '@chuma/db/queries/wallet/wallet'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { letDeletionCome } from '../account/testing.ts'
import { eraseMembers } from '../personal-data/erase-members.ts'
import { createTestDeps, givenMember } from '../testing.ts'
import { getTerms } from '../wallet/statements.ts'
import { getReferral, settleReferral } from './referral.ts'
import { bePaid, givenFriend, look, openProgramme, pointsOf } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = openProgramme(db)
const page = { limit: 20 }

test('by default there is no programme: members get no code and no invitation to invite', async () => {
  const closed = createTestDeps(db)
  const member = await givenMember(db)
  expect(referral.parse(await getReferral(closed, member, page))).toEqual({
    isOpen: false,
    code: null,
    linkPath: null,
    bonusPoints: 0,
    maxFriends: defaultEconomy.referralMaxFriends,
    counts: { joined: 0, paid: 0, refused: 0 },
    friends: [],
  })
  expect(await getTerms(closed)).toMatchObject({ isReferralOpen: false })
  expect(await getTerms(deps)).toMatchObject({ isReferralOpen: true })
  const codes = await db
    .selectFrom('referralCode')
    .select('code')
    .where('memberId', '=', member.memberId)
    .execute()
  expect(codes).toEqual([])
})

test('a member has one code, even with fifty concurrent requests', async () => {
  const member = await givenMember(db)
  const answers = await Promise.all(Array.from({ length: 50 }, () => getReferral(deps, member, page)))
  const [code, ...others] = new Set(answers.map((answer) => answer.code))
  expect(others).toEqual([])
  expect(code).toMatch(/^[A-HJ-KM-NP-Z][A-HJ-KM-NP-Z2-9]{7}$/)
  expect(answers[0]).toMatchObject({
    isOpen: true,
    linkPath: `/signup?ref=${code}`,
    bonusPoints: 40,
    maxFriends: 2,
  })
})

test('each friend is listed with their progress and a shortened name', async () => {
  const inviter = await givenMember(db)
  const [joined, paid, late] = [
    await givenFriend(db, inviter),
    await givenFriend(db, inviter),
    await givenFriend(db, inviter),
  ]
  for (const friend of [paid, late]) await bePaid(deps, friend)
  await settleReferral(deps, paid)
  await settleReferral(openProgramme(db, { referralMaxFriends: 1 }), late)
  const answer = referral.parse(await getReferral(deps, inviter, page))
  expect(answer.counts).toEqual({ joined: 1, paid: 1, refused: 1 })
  expect(answer.friends.map(({ name, state, reason, points }) => [name, state, reason, points])).toEqual([
    ['Amina O.', 'refused', 'cap-reached', null],
    ['Amina O.', 'paid', null, 40],
    ['Amina O.', 'joined', null, null],
  ])
  expect(answer.friends.map(({ settledAt }) => settledAt !== null)).toEqual([true, true, false])
  for (const { email, memberId } of [joined, paid, late]) {
    expect(JSON.stringify(answer)).not.toContain(email)
    expect(JSON.stringify(answer)).not.toContain(memberId)
  }
})

test('friends with an unverified address are not listed, because the list would reveal an address’s owner', async () => {
  const inviter = await givenMember(db)
  const { memberId } = await givenFriend(db, inviter)
  const prove = (at: Date | null) =>
    db.updateTable('member').set({ emailVerifiedAt: at }).where('memberId', '=', memberId).execute()
  await prove(null)
  expect(await getReferral(deps, inviter, page)).toMatchObject({ friends: [], counts: { joined: 0 } })
  await prove(new Date())
  expect(await getReferral(deps, inviter, page)).toMatchObject({ friends: [{}], counts: { joined: 1 } })
})

test('the pages list each friend once, and nobody else’s', async () => {
  const inviter = await givenMember(db)
  for (let count = 0; count < 5; count++) await givenFriend(db, inviter)
  await givenFriend(db, await givenMember(db))
  // The same time for all, as a script would produce.
  await sql`update referral set joined_at = '2026-01-01' where member_id = ${inviter.memberId}`.execute(db)
  const ids: string[] = []
  for (;;) {
    const before = ids.at(-1)
    const { friends } = await getReferral(deps, inviter, { limit: 2, ...(before && { before }) })
    ids.push(...friends.map(({ id }) => id))
    if (friends.length < 2) break
  }
  expect(new Set(ids).size).toBe(5)
  expect(ids).toHaveLength(5)
})

test('the history names the friend of a bonus until their account is erased', async () => {
  const inviter = await givenMember(db)
  const friend = await givenFriend(db, inviter)
  await bePaid(deps, friend)
  await settleReferral(deps, friend)
  const describe = async () =>
    (await listActivity(db, inviter.memberId, { kind: 'referral', limit: 9 })).map((line) => line.description)
  expect(await describe()).toEqual(['Invited friend: Amina'])
  await letDeletionCome(db, friend.memberId)
  await eraseMembers(deps)
  expect(await describe()).toEqual(['Invited friend'])
})

test('an erased friend has no name, keeps their bonus listed, and is no longer pending', async () => {
  const inviter = await givenMember(db)
  const [waiting, paid] = [await givenFriend(db, inviter), await givenFriend(db, inviter)]
  await bePaid(deps, paid)
  await settleReferral(deps, paid)
  for (const { memberId } of [waiting, paid]) await letDeletionCome(db, memberId)
  await eraseMembers(deps)
  const { friends } = await getReferral(deps, inviter, page)
  expect(friends.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    [null, 'paid', null],
    [null, 'refused', 'friend-left'],
  ])
})

test('an erased inviter gets nothing, whether the friend is paid before or after', async () => {
  const inviter = await givenMember(db)
  const [early, late] = [await givenFriend(db, inviter), await givenFriend(db, inviter)]
  await bePaid(deps, early)
  await letDeletionCome(db, inviter.memberId)
  await eraseMembers(deps)
  // Signed up at the moment of the inviter's erasure.
  const latest = await givenFriend(db, inviter)
  for (const friend of [late, latest]) await bePaid(deps, friend)
  for (const friend of [early, late, latest]) {
    await settleReferral(deps, friend)
    expect(await look(db, friend)).toEqual({ state: 'refused', reason: 'inviter-left', points: null })
  }
  expect(await pointsOf(db, inviter)).toBe(0)
})
