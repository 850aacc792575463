import { type AttributeKey, PREFER_NOT } from '@chuma/contract/profile/profile-attributes'
import { crossTabInput, surveyResultsInput } from '@chuma/contract/surveys/results'
import { upsertProfileAnswer } from '@chuma/db/queries/profile/profile-answers'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startBehind } from '../../../admin/testing.ts'
import type { SignedInMember } from '../../../caller.ts'
import { saveProfileAnswer, withdrawAnswer } from '../../../profile/profile.ts'
import { givenMember, openTestDb } from '../../../testing.ts'
import { completeSurvey } from '../../complete-survey.ts'
import { givenSurvey } from '../../testing.ts'
import { listSurveyAnswers } from '../export-results.ts'
import { getCrossTab } from '../get-cross-tab.ts'
import { getSurveyResults } from '../get-survey-results.ts'
import { exportText, givenPeople } from '../testing.ts'
import { closeSmall } from './groups.ts'

const { db, deps } = await openTestDb()
const RAW = { isRaw: true }
const COUNTED = { isRaw: false }

/** 100 people: 40 women, 40 men, 4 intersex and 16 who did not say; by county 30, 30, 12, 8 and 20. */
async function givenGroups(): Promise<string> {
  const surveyId = await givenSurvey(db)
  await givenPeople(db, { surveyId, people: 100 })
  await sql`
    insert into survey_trait (member_id, survey_id, traits)
    select member_id, survey_id, array[
      'county=' || case when n <= 30 then 'nairobi' when n <= 60 then 'kisumu' when n <= 72 then 'kwale' when n <= 80 then 'lamu' else '' end,
      'sex=' || case when n % 5 < 2 then 'female' when n % 5 < 4 then 'male' when n % 25 = 4 then 'intersex' else '' end
    ] from (
      select member_id, survey_id, row_number() over (order by (select answer #>> '{}' from survey_answer a
        where a.member_id = t.member_id and a.survey_id = t.survey_id and a.question_id = 4)) as n
      from survey_attempt t where survey_id = ${surveyId}
    ) numbered`.execute(db)
  return surveyId
}

const id = await givenGroups()
const ask = (given: object = {}) => surveyResultsInput.parse({ id, ...given })
const read = (reader: { isRaw: boolean }, given: object = {}) => getSurveyResults(deps, reader, ask(given))

test('people are counted by what they had told, and small groups only for those who may see single answers', async () => {
  expect((await read(RAW)).groups.map(({ trait }) => trait)).toEqual(['sex', 'county'])
  const people = async (reader: { isRaw: boolean }, trait: string) => {
    const { groups } = await read(reader)
    const codes = groups.find((each) => each.trait === trait)?.codes ?? []
    return Object.fromEntries(codes.map((each) => [each.code, each.people]))
  }
  expect(await people(RAW, 'sex')).toEqual({ female: 40, male: 40, intersex: 4 })
  expect(await people(COUNTED, 'sex')).toEqual({ female: 40, male: 40, intersex: null })
  expect(await people(COUNTED, 'county')).toEqual({ nairobi: 30, kisumu: 30, kwale: 12, lamu: null })
})

test.each([
  ['nobody is left over', [20, 30], 50, [20, 30]],
  ['the rest is large enough', [20, 30, 9], 70, [20, 30, null]],
  ['the rest would be nine people', [20, 30, 9], 59, [null, 30, null]],
  ['the rest would be one who did not say', [10, 12], 23, [null, 12]],
  ['no group is left', [10, 3], 13, [null, null]],
])('groups are closed until the rest is nobody or enough: %s', (_, groups, everyone, shown) => {
  const given = groups.map((people, at) => ({ code: String(at), people }))
  expect(closeSmall(given, everyone).map(({ people }) => people)).toEqual(shown)
})

test('a filter by profile leaves these people in counts, tables, open answers and files', async () => {
  const profile = 'county=lamu,county=kwale,sex=female'
  const { base, questions } = await read(RAW, { profile })
  expect(base).toBe(8)
  const counted = questions[0]?.rows.reduce((sum, { count }) => sum + (count ?? 0), 0)
  expect(counted).toBe(8)
  const table = await getCrossTab(deps, RAW, crossTabInput.parse({ id, profile, rows: 2, columns: 1 }))
  expect(table.columns.reduce((sum, column) => sum + (column.base ?? 0), 0)).toBe(8)
  const words = { id, profile, quality: 'accepted' as const, questionId: 4, limit: 50 }
  expect(await listSurveyAnswers(deps, words)).toHaveLength(8)
  expect((await exportText(deps, { id, profile })).trim().split('\r\n')).toHaveLength(9)
  const { traits } = await db.selectFrom('surveyDelivery').select('traits').executeTakeFirstOrThrow()
  expect(traits?.toSorted()).toEqual(['county=kwale', 'county=lamu', 'sex=female'])
})

test('a group is the same for those who see counts only, without counts that would tell about few', async () => {
  const raw = await read(RAW, { profile: 'sex=female' })
  const counted = await read(COUNTED, { profile: 'sex=female' })
  expect([counted.base, counted.days]).toEqual([40, []])
  for (const [at, { rows, mean }] of counted.questions.entries()) {
    for (const [row, { count }] of rows.entries())
      if (count !== null) expect(count).toBe(raw.questions[at]?.rows[row]?.count)
    if (mean) expect(mean).toEqual(raw.questions[at]?.mean)
  }
})

test('what a group leaves over tells about nobody', async () => {
  const few = await givenGroups()
  await sql`alter table survey_answer disable trigger user`.execute(db)
  await sql`update survey_answer set answer = '"Bank"'
    where survey_id = ${few} and question_id = 1`.execute(db)
  await sql`update survey_answer set answer = '"SACCO"' where survey_id = ${few} and question_id = 1 and member_id in (
      (select member_id from survey_trait where survey_id = ${few} and 'sex=female' = any(traits) order by member_id limit 19)
      union (select member_id from survey_trait where survey_id = ${few} and 'sex=male' = any(traits) order by member_id limit 1)
    )`.execute(db)
  await sql`alter table survey_answer enable trigger user`.execute(db)
  const countsOf = async (profile?: string) => {
    const { questions } = await getSurveyResults(
      deps,
      COUNTED,
      surveyResultsInput.parse({ id: few, ...(profile && { profile }) }),
    )
    return questions[0]?.rows.map(({ count }) => count)
  }
  // 19 women and 1 man said SACCO: the women's 19 would tell the man's answer.
  expect(await countsOf()).toEqual([80, 20])
  expect(await countsOf('sex=female')).toEqual([null, null])
})

test.each([
  ['a closed group', { profile: 'sex=intersex' }, 'profile', 'GROUP_NOT_OPEN'],
  ['two groups', { profile: 'sex=female,county=nairobi' }, 'profile', 'GROUP_NOT_ALONE'],
  ['two codes', { profile: 'county=nairobi,county=lamu' }, 'profile', 'GROUP_NOT_ALONE'],
  ['a group and an answer', { profile: 'sex=female', who: '1=Bank' }, 'profile', 'GROUP_NOT_ALONE'],
  ['a group and days', { profile: 'sex=female', from: '2026-01-01' }, 'profile', 'GROUP_NOT_ALONE'],
  ['a group and rejected answers', { profile: 'sex=female', quality: 'all' }, 'quality', 'QUALITY_NOT_OPEN'],
  [
    'weights that leave out few',
    { weights: '{"sex":{"female":0.5,"male":0.45,"intersex":0.05}}' },
    'weights',
    'WEIGHTED_GROUP_SMALL',
  ],
  [
    'weights in cells of few',
    { weights: '{"2":{"1":0.5,"2":0.5},"county":{"nairobi":0.5,"kwale":0.5}}' },
    'weights',
    'WEIGHTED_GROUP_SMALL',
  ],
])('someone who sees counts only may not choose %s', async (_, given, field, code) => {
  await expect(read(COUNTED, given)).rejects.toMatchObject({
    fields: { [field]: [{ code }] },
  })
  if ('profile' in given) await expect(read(RAW, given)).resolves.toMatchObject({ id })
})

test.each([
  [{ profile: 'sex=robot' }, 'profile'],
  [{ weights: '{"sex":{"robot":1}}' }, 'weights'],
])('an attribute has no such code: %j', async (given, field) => {
  await expect(read(RAW, given)).rejects.toMatchObject({
    fields: { [field]: [{ code: 'TRAIT_UNKNOWN' }] },
  })
})

test.each([
  [{ profile: 'languages=luo' }, 'profile', 'TRAIT_UNKNOWN'],
  [{ weights: '{"languages":{"luo":1}}' }, 'weights', 'SURVEY_QUESTION_UNKNOWN'],
])('results are counted by no other attribute: %j', async (given, field, code) => {
  await expect(read(RAW, given)).rejects.toMatchObject({ fields: { [field]: [{ code }] } })
})

test('a filter by profile names attributes and codes', () => {
  expect(surveyResultsInput.safeParse({ id, profile: 'sex' }).success).toBe(false)
})

test('weights over a profile and a question give both their shares, and count those who said both', async () => {
  const weights = JSON.stringify({ sex: { female: 0.6, male: 0.4 }, 1: { Bank: 0.3, SACCO: 0.7 } })
  const { base, effectiveBase, questions } = await read(COUNTED, { weights })
  expect(base).toBe(80)
  expect(effectiveBase).toBeLessThan(80)
  expect(questions[0]?.rows.map(({ share }) => share?.share)).toEqual([
    expect.closeTo(0.3, 6),
    expect.closeTo(0.7, 6),
  ])
})

test('a question is set against a profile, with the same groups', async () => {
  const by = (reader: { isRaw: boolean }) =>
    getCrossTab(deps, reader, crossTabInput.parse({ id, rows: 1, columns: 'county' }))
  const raw = await by(RAW)
  expect(raw.columns.map(({ label, base }) => [label, base])).toEqual([
    ['Kwale', 12],
    ['Lamu', 8],
    ['Kisumu', 30],
    ['Nairobi', 30],
  ])
  const counted = await by(COUNTED)
  expect(counted.columns.map(({ label, base }) => [label, base])).toEqual([
    ['Kwale', 12],
    ['Kisumu', 30],
    ['Nairobi', 30],
  ])
  const shown = counted.rows.flatMap(({ cells }) => cells.map(({ count }) => count))
  expect(shown.every((count) => count === null || count === 0 || count >= 5)).toBe(true)
  const more = crossTabInput.parse({ id, rows: 1, columns: 'county', who: '3=yes' })
  await expect(getCrossTab(deps, COUNTED, more)).rejects.toMatchObject({
    fields: { columns: [{ code: 'GROUP_NOT_ALONE' }] },
  })
})

test.each(['x', 'languages', 0, 1000])('a table has no columns %j', (columns) => {
  const { error } = crossTabInput.safeParse({ id, rows: 1, columns })
  expect(error?.issues[0]?.path).toEqual(['columns'])
})

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
