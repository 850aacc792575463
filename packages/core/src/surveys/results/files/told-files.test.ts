import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveProfileAnswer, withdrawAnswer } from '../../../profile/profile.ts'
import { givenMember, openTestDb } from '../../../testing.ts'
import { completeSurvey } from '../../complete-survey.ts'
import { givenSurvey, goodAnswers } from '../../testing.ts'
import { exportCodebook } from '../export-results.ts'
import { exportText } from '../testing.ts'

const { db, deps } = await openTestDb()

async function givenPerson(surveyId: string, said: Record<'sex' | 'birth_year', string>, bank = false) {
  const member = await givenMember(db)
  for (const attribute of ['sex', 'birth_year'] as const)
    await saveProfileAnswer(deps, member, {
      attribute,
      codes: [said[attribute]],
      isConsented: true,
      source: 'page',
    })
  await completeSurvey(deps, member, { surveyId, answers: { ...goodAnswers, ...(bank && { '1': 'Bank' }) } })
  await db.deleteFrom('surveyReview').where('memberId', '=', member.memberId).execute()
  return member
}

const readRows = async (filter: object): Promise<Record<string, unknown>[]> =>
  JSON.parse(await exportText(deps, { format: 'json', ...filter }))

const year = String(new Date().getFullYear() - 30)

test('files have what people agreed to have beside their answers, where five share it', async () => {
  const surveyId = await givenSurvey(db)
  const women = []
  for (let at = 0; at < 6; at += 1)
    women.push(await givenPerson(surveyId, { sex: 'female', birth_year: year }))
  await givenPerson(surveyId, { sex: 'male', birth_year: '1970' })
  const told = async (name: string) =>
    (await readRows({ id: surveyId })).flatMap((row) => (row[name] === null ? [] : [row[name]]))
  expect(await told('profile_sex')).toEqual(Array(6).fill('female'))
  expect(await told('profile_age')).toEqual(Array(6).fill('25-34'))
  expect(await told('profile_age_years')).toEqual(Array(6).fill(30))

  // What they agreed to before was figures only.
  await sql`update profile_answer set consent_version = 2 where attribute = 'birth_year'`.execute(db)
  expect(await told('profile_age')).toEqual([])
  const [first, second] = women
  if (first) await withdrawAnswer(deps, first, { attribute: 'sex' })
  expect(await told('profile_sex')).toHaveLength(5)
  if (second) await withdrawAnswer(deps, second, { attribute: 'sex' })
  expect(await told('profile_sex')).toEqual([])
})

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36'

test('files have the kind of device that a survey was started on, where five share it, and never the browser', async () => {
  const surveyId = await givenSurvey(db)
  for (let at = 0; at < 6; at += 1) {
    const userAgent =
      at < 5 ? PHONE : 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
    await completeSurvey(deps, await givenMember(db), { surveyId, answers: goodAnswers, userAgent })
  }
  await db.deleteFrom('surveyReview').where('surveyId', '=', surveyId).execute()
  for (const format of ['csv', 'json', 'triple-s', 'xlsx', 'sav'])
    expect(await exportText(deps, { id: surveyId, format })).not.toMatch(/Mozilla|Android/)
  const devices = (await readRows({ id: surveyId })).map(({ device }) => device)
  expect(devices.map(String).toSorted()).toEqual(['null', ...Array(5).fill('phone')])
  expect(await exportCodebook(deps, { id: surveyId })).toContain(
    'device,Device at the start,,multiple-choice,phone,1,Phone,',
  )
})

test('a file has the weights that the page would have', async () => {
  const surveyId = await givenSurvey(db)
  for (let at = 0; at < 8; at += 1) await givenPerson(surveyId, { sex: 'female', birth_year: year }, at < 2)
  const weights = JSON.stringify({ 1: { Bank: 0.5, SACCO: 0.5 } })
  const rows = await readRows({ id: surveyId, weights })
  expect(rows.map(({ q1, weight }) => `${q1} ${Number(weight).toFixed(3)}`).sort()).toEqual([
    ...Array(2).fill('1 2.000'),
    ...Array(6).fill('2 0.667'),
  ])
  const csv = await exportText(deps, { id: surveyId, weights })
  expect(csv.split('\r\n')[0]).toContain('profile_age_years,device,weight,q1')
})
