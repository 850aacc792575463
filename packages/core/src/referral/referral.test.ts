import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { referralCode } from '@chuma/contract/auth/auth'
import { problem } from '@chuma/contract/problems'
import { referral } from '@chuma/contract/referral/referral'
import { listActivity } from '@chuma/db/queries/wallet/wallet'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { toMailbox } from '../account/returning/prints.ts'
import { letDeletionCome } from '../account/testing.ts'
import { signUp } from '../auth/sign-up.ts'
import {
  getMember,
  givenMemberWithPassword,
  listJobs,
  listMembers,
  newSignup,
  startWhileClaimed,
  visitor,
} from '../auth/testing.ts'
import { eraseMembers } from '../personal-data/erase-members.ts'
import { createTestDeps, givenMember, readRows } from '../testing.ts'
import { getTerms } from '../wallet/statements.ts'
import { getReferral, settleReferral } from './referral.ts'
import {
  askForMoney,
  bankAccount,
  bePaid,
  givenFriend,
  givenSettled,
  look,
  openProgramme,
  pointsOf,
} from './testing.ts'

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
  const codes = await readRows(db, 'referralCode', ['code'], { memberId: member.memberId })
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
  const friend = await givenSettled(deps, inviter)
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

const REFUSED = { state: 'refused', reason: 'same-person', points: null }

test('a self-invitation with the same bank account pays nothing, however the bank is spelled', async () => {
  const inviter = await givenMember(db, { points: 5 })
  await askForMoney(deps, inviter, bankAccount('0123456789'))
  const friend = await givenFriend(db, inviter)
  await bePaid(deps, friend, bankAccount('0123456789', 'EQUITY'))
  await settleReferral(deps, friend)
  expect([await look(db, friend), await pointsOf(db, inviter)]).toEqual([REFUSED, 4])
})

test('a self-invitation is also detected by destinations other than the paid one', async () => {
  const inviter = await givenMember(db, { points: 5 })
  const friend = await givenFriend(db, inviter)
  await askForMoney(deps, inviter, { withdrawalMethod: 'mpesa', mpesaNumber: '254799999991' })
  await askForMoney(deps, friend, { withdrawalMethod: 'mpesa', mpesaNumber: '254799999991' })
  await bePaid(deps, friend)
  await settleReferral(deps, friend)
  expect(await look(db, friend)).toEqual(REFUSED)
})

test.each([
  ['a tag', 'wanjiru.k@example.com', 'wanjiru.k+second@example.com'],
  ['a dot of Gmail', 'wanjirukamau@gmail.com', 'wanjiru.kamau@googlemail.com'],
])('a self-invitation to the same mailbox by %s pays nothing', async (_name, email, again) => {
  const inviter = await givenMember(db, { email })
  const friend = await givenSettled(deps, inviter, { email: again })
  expect([await look(db, friend), await pointsOf(db, inviter)]).toEqual([REFUSED, 0])
})

test('former addresses of both members count', async () => {
  const inviter = await givenMember(db, { email: 'left.behind@example.com' })
  await sql`update member set email = 'moved@example.com' where member_id = ${inviter.memberId}`.execute(db)
  const friend = await givenFriend(db, inviter, { email: 'left.behind+1@example.com' })
  await bePaid(deps, friend)
  await settleReferral(deps, friend)
  expect(await look(db, friend)).toEqual(REFUSED)
})

test('a shared phone or network does not make two members one person', async () => {
  const inviter = await givenMember(db, { points: 5 })
  const friend = await givenFriend(db, inviter)
  for (const { memberId } of [inviter, friend]) {
    await sql`
      insert into session (member_id, token_hash, address, user_agent)
      values (${memberId}, decode(md5(${memberId}) || md5(${memberId}), 'hex'), '203.0.113.7', 'Phone/1.0')
    `.execute(db)
  }
  await askForMoney(deps, inviter, bankAccount('0123400001'))
  await bePaid(deps, friend, bankAccount('0123400002'))
  await settleReferral(deps, friend)
  expect(await look(db, friend)).toMatchObject({ state: 'paid' })
})

test.each([
  ['Ann.Bee+chuma@Gmail.com', 'annbee@gmail.com'],
  ['a.nn.bee@googlemail.com', 'annbee@gmail.com'],
  ['ann.bee+a+b@example.com', 'ann.bee@example.com'],
  ['ann.bee@example.com', 'ann.bee@example.com'],
  ['annbee@example.com', 'annbee@example.com'],
])('mail to %s arrives at %s', (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox)
})

async function givenInviter() {
  const inviter = await givenMember(db)
  const { code } = await getReferral(deps, inviter, { limit: 20 })
  return { ...inviter, code: code ?? '' }
}

/** The inviters of the member with this address, from both tables. */
async function findInviters(email: string) {
  const { memberId } = await getMember(db, email)
  const [looked, kept] = await Promise.all(
    (['referralFriend', 'referral'] as const).map((table) =>
      db.selectFrom(table).select('memberId').where('friendId', '=', memberId).execute(),
    ),
  )
  expect(looked).toEqual(kept)
  return looked?.map((row) => row.memberId)
}

test('a sign-up with a code has an inviter, one without has none', async () => {
  const inviter = await givenInviter()
  const [friend, alone] = [newSignup({ referralCode: inviter.code }), newSignup()]
  const answers = [await signUp(deps, visitor, friend), await signUp(deps, visitor, alone)]
  expect(answers[0]).toEqual(answers[1])
  expect(await findInviters(friend.email)).toEqual([inviter.memberId])
  expect(await findInviters(alone.email)).toEqual([])
})

test('a code counts while no bonus is paid, because the programme may be open later', async () => {
  const inviter = await givenInviter()
  const friend = newSignup({ referralCode: inviter.code })
  await signUp(createTestDeps(db), visitor, friend)
  expect(await findInviters(friend.email)).toEqual([inviter.memberId])
})

test('an unknown code is refused, for taken and free addresses alike', async () => {
  const { email } = await givenMemberWithPassword(db, { password: 'correct horse' })
  const free = newSignup({ referralCode: 'NOB0DYS1' })
  for (const input of [free, newSignup({ email, referralCode: 'NOB0DYS1' })]) {
    await expect(signUp(deps, visitor, input)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { referralCode: [problem('INVITE_CODE_UNKNOWN')] },
    })
  }
  expect(await listMembers(db, free.email)).toEqual([])
  expect(await listJobs(db, email)).toEqual([])
})

test('a taken address gets the same answer with a valid code, and its owner gets no inviter', async () => {
  const inviter = await givenInviter()
  const { email } = await givenMemberWithPassword(db, { password: 'correct horse' })
  const answer = await signUp(deps, visitor, newSignup({ email, referralCode: inviter.code }))
  expect(answer).toEqual(await signUp(deps, visitor, newSignup({ referralCode: inviter.code })))
  expect(await findInviters(email)).toEqual([])
})

test('until an address is verified its newest sign-up decides the inviter', async () => {
  const [first, second] = [await givenInviter(), await givenInviter()]
  const { email } = newSignup()
  const again = async (code?: string) => {
    await signUp(deps, visitor, newSignup({ email, ...(code && { referralCode: code }) }))
    return findInviters(email)
  }
  expect(await again(first.code)).toEqual([first.memberId])
  expect(await again(second.code)).toEqual([second.memberId])
  expect(await again()).toEqual([])
  expect(await again(first.code)).toEqual([first.memberId])

  await db.updateTable('member').set({ emailVerifiedAt: new Date() }).where('email', '=', email).execute()
  expect(await again(second.code)).toEqual([first.memberId])
})

test('of twenty concurrent sign-ups with one address and twenty codes, one decides the inviter', async () => {
  const inviters = await Promise.all(Array.from({ length: 20 }, givenInviter))
  const { email } = newSignup()
  await startWhileClaimed(db, email, () =>
    inviters.map(({ code }) => signUp(deps, visitor, newSignup({ email, referralCode: code }))),
  )
  expect(await findInviters(email)).toHaveLength(1)
})

test('nobody can invite themselves by signing up again with an unverified address', async () => {
  const inviter = await givenInviter()
  await db
    .updateTable('member')
    .set({ emailVerifiedAt: null })
    .where('memberId', '=', inviter.memberId)
    .execute()
  await signUp(deps, visitor, newSignup({ email: inviter.email, referralCode: inviter.code }))
  expect(await findInviters(inviter.email)).toEqual([])
})

test('a code is accepted in any case and with surrounding spaces', () => {
  expect(referralCode.parse(' abcd2345 ')).toBe('ABCD2345')
})
