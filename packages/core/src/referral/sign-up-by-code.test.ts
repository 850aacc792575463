import { referralCode } from '@chuma/contract/auth/auth'
import { problem } from '@chuma/contract/problems'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
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
import { createTestDeps, givenMember } from '../testing.ts'
import { getReferral } from './referral.ts'
import { openProgramme } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = openProgramme(db)

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
