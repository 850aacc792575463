import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import { codeOf, givenMember, openTestDb } from '../../testing.ts'
import { saveAnswer } from '../complete-survey.ts'
import { checkDraft, publishQuestionnaire, saveQuestionnaire } from '../questionnaire/save-questionnaire.ts'
import { givenQuestions } from '../questionnaire/testing.ts'
import { startSurvey } from '../surveys.ts'
import { exportQuotas, getQuotas, importQuotas } from './quotas.ts'
import { releaseLapsedPlaces } from './release-lapsed-places.ts'
import {
  ageDimension,
  drinkDimension,
  givenDrinks,
  givenProfileQuota,
  letPlacesLapse,
  tell,
} from './testing.ts'

const { db, deps } = await openTestDb()
const { actor: staff } = await givenStaff(deps)
const staffed = { deps, staff }
const dimensions = [ageDimension, drinkDimension]

test('a file comes back as it went, or with other targets', async () => {
  const id = await givenDrinks(staffed, { dimensions, cells: { 'older|tea': 3, 'younger|coffee': 4 } })
  const csv = await exportQuotas(deps, { id })
  expect(csv.replaceAll('\r', '').replace('\uFEFF', '').trim().split('\n')).toEqual([
    'birth_year,drink,Target',
    'older,tea,3',
    'younger,coffee,4',
  ])
  await importQuotas(deps, staff, { id, version: 1, csv })
  await importQuotas(deps, staff, { id, version: 2, csv: 'Target;drink;birth_year\n9;tea;older\n' })
  const { cells, total, version } = await getQuotas(deps, { id })
  expect([cells.map(({ id: cell, target }) => [cell, target]), total, version]).toEqual([
    [['older|tea', 9]],
    9,
    3,
  ])
})

test.each([
  ['drink,Target\ntea,3\n', 'COLUMNS_MISSING'],
  ['birth_year,drink,Target\nolder,milk,3\n', 'LINE_UNREADABLE'],
  ['birth_year,drink,Target\nolder,tea,many\n', 'LINE_UNREADABLE'],
  ['birth_year,drink,Target\nolder,tea,-1\n', 'LINE_UNREADABLE'],
  ['birth_year,drink,Target\n', 'TOO_SMALL'],
  ['birth_year,drink,Target\nolder,tea,0\n', 'TOO_SMALL'],
])('%j is refused by name', async (csv, code) => {
  const id = await givenDrinks(staffed, { dimensions, cells: { 'older|tea': 3 } })
  await expect(importQuotas(deps, staff, { id, version: 1, csv })).rejects.toMatchObject({
    fields: { csv: [{ code }] },
  })
})

test('a questionnaire that makes quotas impossible is not published', async () => {
  const id = await givenDrinks(staffed, { cells: { tea: 1 } })
  const questionnaire = givenQuestions({ code: 'juice', type: 'yes-no' })
  await saveQuestionnaire(deps, staff, { id, version: 1, questionnaire })
  const { isPublishable, issues } = await checkDraft(deps, { id })
  expect([isPublishable, issues.map(({ problem }) => problem.code)]).toEqual([
    false,
    ['QUOTA_QUESTION_UNKNOWN'],
  ])
  expect(await codeOf(publishQuestionnaire(deps, staff, { id, version: 2 }))).toBe('INVALID_INPUT')
})

afterEach(() => vi.useRealTimers())
const HOUR_MS = 3_600_000

/** The clock of this process from now on. The database keeps its own. */
const setClock = (hoursAhead: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hoursAhead * HOUR_MS })

async function givenPlace() {
  // Held for 30 minutes, half of what the clock is wrong by.
  const surveyId = await givenProfileQuota(
    { deps, staff },
    { cells: { female: 1, male: 1 }, holdMinutes: 30 },
  )
  const member = await givenMember(db)
  await tell(db, member.memberId, 'sex', 'female')
  await startSurvey(deps, member, { surveyId })
  return { surveyId, member }
}

const reserved = async (surveyId: string) => {
  const { cells } = await getQuotas(deps, { id: surveyId })
  return cells.map((cell) => cell.reserved)
}

/** Minutes until the only place of a survey lapses, by the database's clock. */
async function minutesLeft(surveyId: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from until - now()) / 60)::int as minutes from survey_place where survey_id = ${surveyId}`.execute(
    db,
  )
  return rows[0]?.minutes ?? 0
}

describe.each([1, -1])('with a process whose clock is %i hour ahead', (hours) => {
  test('a place that was just taken is not released', async () => {
    const { surveyId } = await givenPlace()
    setClock(hours)
    await releaseLapsedPlaces(deps)
    expect(await reserved(surveyId)).toEqual([1, 0])
  })

  test('a place that lapsed by the database’s clock is released', async () => {
    const { surveyId } = await givenPlace()
    await letPlacesLapse(db, surveyId)
    setClock(hours)
    expect(await releaseLapsedPlaces(deps)).toBe(1)
    expect(await reserved(surveyId)).toEqual([0, 0])
  })

  test('a start and an answer hold the place as long as was said', async () => {
    setClock(hours)
    const { surveyId, member } = await givenPlace()
    expect(await minutesLeft(surveyId)).toBe(30)
    await sql`update survey_place set until = now() + interval '1 minute'
      where survey_id = ${surveyId}`.execute(db)
    await saveAnswer(deps, member, { surveyId, questionId: 2, answer: 4 })
    expect(await minutesLeft(surveyId)).toBe(30)
    vi.useRealTimers()
    expect(await releaseLapsedPlaces(deps)).toBe(0)
  })
})
