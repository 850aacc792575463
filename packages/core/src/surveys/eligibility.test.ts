import type { AttributeKey } from '@chuma/contract/profile/profile-attributes'
import type { Rule } from '@chuma/contract/surveys/eligibility/eligibility'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenStaff } from '../admin/testing.ts'
import type { SignedInMember } from '../caller.ts'
import { saveProfileAnswer, withdrawAnswer } from '../profile/profile.ts'
import { getToday } from '../tasks/get-today.ts'
import { givenMember, openTestDb, readRows } from '../testing.ts'
import { completeSurvey, saveAnswer } from './complete-survey.ts'
import { countAudience, getEligibility, saveEligibility } from './eligibility.ts'
import { getSurvey, listSurveys, startSurvey } from './surveys.ts'
import { givenSurvey, goodAnswers } from './testing.ts'

const { db, deps } = await openTestDb()
const { actor: staff } = await givenStaff(deps, { role: 'content' })

const inKisumu: Rule = { is: 'any-of', attribute: 'county', codes: ['kisumu'] }
const say = (member: SignedInMember, attribute: AttributeKey, codes: string[]) =>
  saveProfileAnswer(deps, member, { attribute, codes, isConsented: true, source: 'page' })
async function givenTargeted(rule: Rule = inKisumu) {
  const id = await givenSurvey(db)
  await saveEligibility(deps, staff, { id, version: 0, rule })
  return id
}
const isListed = async (member: SignedInMember, id: string) =>
  (await listSurveys(deps, member)).some((survey) => survey.id === id)
const openFor = async (member: SignedInMember) =>
  (await getToday(deps, member)).opportunities.find(({ kind }) => kind === 'survey')?.open

test('a targeted survey is listed, counted, shown and started only by members whom its rule fits', async () => {
  const surveyId = await givenTargeted()
  const fits = await givenMember(db)
  const other = await givenMember(db)
  await say(fits, 'county', ['kisumu'])
  await say(other, 'county', ['lamu'])

  expect(await isListed(fits, surveyId)).toBe(true)
  expect(await isListed(other, surveyId)).toBe(false)
  expect(((await openFor(fits)) ?? 0) - ((await openFor(other)) ?? 0)).toBe(1)
  const refusal = { code: 'NOT_ELIGIBLE' }
  await expect(getSurvey(deps, other, { surveyId })).rejects.toMatchObject(refusal)
  await expect(startSurvey(deps, other, { surveyId })).rejects.toMatchObject(refusal)
  await expect(saveAnswer(deps, other, { surveyId, questionId: 1, answer: 'Bank' })).rejects.toMatchObject(
    refusal,
  )
  await expect(completeSurvey(deps, other, { surveyId, answers: goodAnswers })).rejects.toMatchObject(refusal)
  expect(await getSurvey(deps, fits, { surveyId })).toMatchObject({ id: surveyId })
  expect(await startSurvey(deps, fits, { surveyId })).toMatchObject({ status: 'started' })
})

test('a member who has started may finish, whatever changes then', async () => {
  const surveyId = await givenTargeted()
  const member = await givenMember(db)
  await say(member, 'county', ['kisumu'])
  await startSurvey(deps, member, { surveyId })
  await withdrawAnswer(deps, member, { attribute: 'county' })
  expect(await isListed(member, surveyId)).toBe(true)
  expect(await completeSurvey(deps, member, { surveyId, answers: goodAnswers })).toMatchObject({
    pointsEarned: 5,
  })
})

test('changing who may take a survey is audited, and of two changes at once the second is refused', async () => {
  const id = await givenSurvey(db)
  expect(await getEligibility(deps, { id })).toMatchObject({ version: 0, rule: null })
  const both = await Promise.allSettled(
    [inKisumu, { is: 'premium', value: true } as const].map((rule) =>
      saveEligibility(deps, staff, { id, version: 0, rule }),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(saveEligibility(deps, staff, { id, version: 0, rule: null })).rejects.toMatchObject({
    code: 'ELIGIBILITY_CHANGED',
  })
  expect(await saveEligibility(deps, staff, { id, version: 1, rule: null })).toMatchObject({
    version: 2,
    rule: null,
  })
  const entries = await readRows(db, 'auditEntry', ['action', 'actor'], { subject: `survey:${id}` })
  expect(entries).toEqual(Array(2).fill({ action: 'save-eligibility', actor: staff.name }))
  expect(await isListed(await givenMember(db), id)).toBe(true)
})

test('the audience is counted among active members, and fewer than five are hidden from most roles', async () => {
  const { id } = { id: await givenSurvey(db, { country: 'Wakanda' }) }
  const crowd = await Promise.all(Array.from({ length: 8 }, () => givenMember(db)))
  for (const [index, member] of crowd.entries()) {
    await sql`update member set country = 'Wakanda' where member_id = ${member.memberId}`.execute(db)
    await say(member, 'county', [index < 6 ? 'kisumu' : 'lamu'])
    await say(member, 'sex', [index < 5 ? 'female' : 'male'])
  }
  const count = (rule: Rule | undefined, isRaw = false) =>
    countAudience(deps, { isRaw }, { id, rule, by: 'sex' })
  const exactly = (members: number) => ({ members, low: members, high: members })
  expect(await count(undefined)).toMatchObject({ active: exactly(8), reached: exactly(8), warning: null })
  expect(await count(inKisumu)).toMatchObject({
    active: exactly(8),
    reached: exactly(6),
    isEstimate: false,
    cells: [
      { code: 'female', members: exactly(5) },
      { code: 'male', members: null },
    ],
    warning: null,
  })
  const few: Rule = { not: inKisumu }
  expect(await count(few)).toMatchObject({ reached: null, completesPerDay: null })
  expect(await count(few, true)).toMatchObject({ reached: exactly(2) })
  expect(await count({ is: 'premium', value: true })).toMatchObject({
    reached: exactly(0),
    warning: 'nobody',
  })
  expect(await count({ is: 'premium', value: false })).toMatchObject({ warning: 'everybody' })

  await sql`update member_seen set last_seen_at = now() - interval '31 days'
    where member_id = ${crowd[0]?.memberId}`.execute(db)
  expect(await count(undefined)).toMatchObject({ active: exactly(7) })
})

test('expected completes follow from what surveys did lately, and from the share that is reached', async () => {
  const id = await givenSurvey(db, { country: 'Narnia' })
  const crowd = await Promise.all(Array.from({ length: 10 }, () => givenMember(db)))
  for (const [index, member] of crowd.entries()) {
    await sql`update member set country = 'Narnia' where member_id = ${member.memberId}`.execute(db)
    if (index < 5) await say(member, 'county', ['kisumu'])
  }
  expect((await countAudience(deps, { isRaw: true }, { id })).completesPerDay).toBeNull()
  await sql`insert into figure_day (day, ends_at) select business_day(now()) - 1, now() - interval '1 hour'`.execute(
    db,
  )
  await sql`insert into daily_offer_figure (survey_id, day, clicks, started, completed, credited)
    values (${id}, business_day(now()) - 1, 0, 9, 6, 0)`.execute(db)
  expect(await countAudience(deps, { isRaw: true }, { id, rule: inKisumu })).toMatchObject({
    basis: { days: 30, surveys: 1, started: 9, completed: 6 },
    completesPerDay: 3,
  })
})
