import { type AttributeKey, PREFER_NOT } from '@chuma/contract/profile/profile-attributes'
import { upsertProfileAnswer } from '@chuma/db/queries/profile/profile-answers'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startBehind } from '../../../admin/testing.ts'
import type { SignedInMember } from '../../../caller.ts'
import { saveProfileAnswer, withdrawAnswer } from '../../../profile/profile.ts'
import { createTestDeps, givenMember } from '../../../testing.ts'
import { completeSurvey } from '../../complete-survey.ts'
import { givenSurvey } from '../../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

const say = (member: SignedInMember, attribute: AttributeKey, code: string) =>
  saveProfileAnswer(deps, member, { attribute, codes: [code], isConsented: true, source: 'page' })

async function complete(member: SignedInMember): Promise<string> {
  const surveyId = await givenSurvey(db)
  const answers = { '1': 'Bank', '2': 3, '3': 'yes' as const }
  await completeSurvey(deps, member, { surveyId, answers })
  return surveyId
}

const traitsOf = async ({ memberId }: SignedInMember) => {
  const rows = await db.selectFrom('surveyTrait').select('traits').where('memberId', '=', memberId).execute()
  return rows.map(({ traits }) => traits)
}
const yearsAgo = (years: number) => String(new Date().getUTCFullYear() - years)

test('what a profile says is kept as a survey is completed, with a band of ages and no year', async () => {
  const member = await givenMember(db)
  await say(member, 'birth_year', yearsAgo(30))
  await say(member, 'sex', 'female')
  await say(member, 'children', 'children_1')
  await complete(member)
  await say(member, 'sex', 'male')
  await say(member, 'county', 'kisumu')
  expect(await traitsOf(member)).toEqual([['age=25-34', 'sex=female']])
})

test.each([
  [18, ['age=18-24']],
  [64, ['age=55-64']],
  [80, ['age=65_plus']],
])('someone of %i years is in the band of their age', async (age, traits) => {
  const member = await givenMember(db)
  await say(member, 'birth_year', yearsAgo(age))
  await complete(member)
  expect(await traitsOf(member)).toEqual([traits])
})

test('what was said before the consent to statistics, has expired or was refused is not kept', async () => {
  const member = await givenMember(db)
  const { memberId } = member
  const old = { memberId, months: 12, source: 'page' as const }
  await db.transaction().execute(async (trx) => {
    await upsertProfileAnswer(trx, { ...old, attribute: 'sex', codes: ['male'], consentVersion: 1 })
    await upsertProfileAnswer(trx, { ...old, attribute: 'county', codes: ['kisumu'], consentVersion: 2 })
  })
  await say(member, 'education', PREFER_NOT)
  await sql`update profile_answer set answered_at = now() - interval '2 years', expires_at = now() - interval '1 day'
    where member_id = ${memberId} and attribute = 'county'`.execute(db)
  await complete(member)
  expect(await traitsOf(member)).toEqual([])
})

test('withdrawing an answer forgets it in every survey, and leaves the others', async () => {
  const member = await givenMember(db)
  await say(member, 'birth_year', yearsAgo(30))
  await say(member, 'sex', 'female')
  await say(member, 'settlement', 'rural')
  await complete(member)
  await complete(member)
  await withdrawAnswer(deps, member, { attribute: 'birth_year' })
  await say(member, 'sex', PREFER_NOT)
  const left = ['age=', 'settlement=rural', 'sex=']
  expect(await traitsOf(member)).toEqual([left, left])
})

test('an answer that is withdrawn while a survey is completed is not kept', async () => {
  const member = await givenMember(db)
  await say(member, 'sex', 'female')
  const surveyId = await givenSurvey(db)
  const answers = { '1': 'Bank', '2': 3, '3': 'yes' as const }
  const settled = await startBehind<unknown>(
    db,
    (trx) => lockWallet(trx, member.memberId),
    () => [
      withdrawAnswer(deps, member, { attribute: 'sex' }),
      completeSurvey(deps, member, { surveyId, answers }),
    ],
  )
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect((await traitsOf(member)).flat()).not.toContain('sex=female')
})
