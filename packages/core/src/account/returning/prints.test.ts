import { attributesOf } from '@chuma/contract/profile/profile-attributes'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decideWithdrawal } from '../../payouts/approvals/decide-withdrawal.ts'
import { finance, newReceipt } from '../../payouts/testing.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { answerGroup } from '../../profile/profile.ts'
import { askForMoney, givenFriend, look, openProgramme, settleWaiting } from '../../referral/testing.ts'
import { completeSurvey } from '../../surveys/complete-survey.ts'
import { getSurvey } from '../../surveys/surveys.ts'
import { givenSurvey, goodAnswers } from '../../surveys/testing.ts'
import { givenMember, openTestDb, setRows } from '../../testing.ts'
import { letDeletionCome } from '../testing.ts'
import { forgetPrints, isReturning } from './prints.ts'

const { db } = await openTestDb()
const deps = openProgramme(db)

let people = 0
/** An account that took a survey and was erased, and another of the same mailbox. */
async function givenReturned() {
  const name = `wanjiku${people++}`
  const first = await givenMember(db, { email: `${name}@gmail.com` })
  const surveyId = await givenSurvey(db, { country: 'Global' })
  const paid = await completeSurvey(deps, first, { surveyId, answers: goodAnswers })
  await letDeletionCome(db, first.memberId)
  await eraseMembers(deps)
  const second = await givenMember(db, { email: `${name}+again@googlemail.com`, points: 10 })
  return { first, second, surveyId, paid, name }
}

test('profile questions are not paid again to a person who came back', async () => {
  const { second } = await givenReturned()
  const answers = Object.fromEntries(attributesOf('work').map((key) => [key, ['prefer_not']]))
  const answered = await answerGroup(deps, second, { group: 'work', answers, isConsented: true })
  expect(answered.pointsEarned).toBe(0)
  expect(answered.overview.groups.map(({ points }) => points)).toEqual([0, 0, 0, 0])
})

test('Erasure frees the first-time rewards: no survey is paid to a person twice', async () => {
  const { second, surveyId, paid } = await givenReturned()
  expect(paid.pointsEarned).toBeGreaterThan(0)
  expect(await getSurvey(deps, second, { surveyId })).toMatchObject({ paidBefore: true })
  const again = { pointsEarned: 0, earnedAmount: 0, availablePoints: 10, paidBefore: true }
  expect(await completeSurvey(deps, second, { surveyId, answers: goodAnswers })).toEqual(again)
  expect(await completeSurvey(deps, second, { surveyId, answers: goodAnswers })).toEqual(again)
})

test('a survey that they did not take before is paid', async () => {
  const { second } = await givenReturned()
  const surveyId = await givenSurvey(db, { country: 'Global' })
  const { pointsEarned, paidBefore } = await completeSurvey(deps, second, { surveyId, answers: goodAnswers })
  expect(pointsEarned).toBeGreaterThan(0)
  expect(paidBefore).toBeUndefined()
})

test('Erasure frees the first-time rewards: no bonus for inviting a person who was here before', async () => {
  const { second } = await givenReturned()
  const inviter = await givenMember(db)
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('referralFriend')
      .values({ memberId: inviter.memberId, friendId: second.memberId })
      .execute()
    await trx
      .insertInto('referral')
      .values({ memberId: inviter.memberId, friendId: second.memberId })
      .execute()
  })
  const { id } = await askForMoney(deps, second)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await decideWithdrawal(deps, finance, { id, status: 'paid', adminNotes: newReceipt() })
  await settleWaiting(deps)
  expect(await look(db, second)).toEqual({ state: 'refused', reason: 'returning', points: null })
})

test('a destination that was proven identifies a person with a new mailbox', async () => {
  const [first, second] = [await givenMember(db), await givenFriend(db, await givenMember(db))]
  const hash = Buffer.alloc(32, 9)
  await sql`insert into destination_owner values (${hash}, ${first.memberId})`.execute(db)
  await letDeletionCome(db, first.memberId)
  await eraseMembers(deps)
  expect(await isReturning(db, deps, second.memberId)).toBe(false)
  await sql`insert into destination_claimant values (${hash}, ${second.memberId})`.execute(db)
  expect(await isReturning(db, deps, second.memberId)).toBe(true)
})

test('an account whose address was never verified leaves no print of a stranger', async () => {
  const first = await givenMember(db, { email: 'stranger@example.com' })
  await setRows(db, 'member', { memberId: first.memberId }, { emailVerifiedAt: null })
  await letDeletionCome(db, first.memberId)
  await eraseMembers(deps)
  const owner = await givenMember(db, { email: 'stranger@example.com' })
  expect(await isReturning(db, deps, owner.memberId)).toBe(false)
})

test('prints hold no address, and are forgotten after twelve months', async () => {
  const { second, name } = await givenReturned()
  const rows = await db.selectFrom('erasedPrint').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(name)
  expect(await isReturning(db, deps, second.memberId)).toBe(true)
  await sql`update erased_print set until = until - interval '364 days'`.execute(db)
  await forgetPrints(deps)
  expect(await isReturning(db, deps, second.memberId)).toBe(true)
  await sql`update erased_print set until = until - interval '2 days'`.execute(db)
  expect(await isReturning(db, deps, second.memberId)).toBe(false)
  await forgetPrints(deps)
  expect(await db.selectFrom('erasedPrint').select('kind').execute()).toEqual([])
})
