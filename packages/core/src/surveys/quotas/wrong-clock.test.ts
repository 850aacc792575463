import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { saveAnswer } from '../complete-survey.ts'
import { startSurvey } from '../surveys.ts'
import { getQuotas } from './quotas.ts'
import { releaseLapsedPlaces } from './release-lapsed-places.ts'
import { givenProfileQuota, letPlacesLapse, tell } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
afterEach(() => vi.useRealTimers())
const deps = createTestDeps(db)
const { actor: staff } = await givenStaff(deps)

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
    await sql`update survey_place set until = now() + interval '1 minute' where survey_id = ${surveyId}`.execute(
      db,
    )
    await saveAnswer(deps, member, { surveyId, questionId: 2, answer: 4 })
    expect(await minutesLeft(surveyId)).toBe(30)
    vi.useRealTimers()
    expect(await releaseLapsedPlaces(deps)).toBe(0)
  })
})
