import { createHash } from 'node:crypto'
import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStoryDb } from '../../demo/story/testing.ts'
import { listSurveyAnswers } from './export-results.ts'
import { exportText } from './testing.ts'

const { db, deps } = await openStoryDb()

/** What the page of each member shows analysts: their surveys, with the id of the attempt and when it began and ended. */
const work = await db
  .selectFrom('surveyAttempt as a')
  .innerJoin('survey as s', 's.surveyId', 'a.surveyId')
  .where('a.status', '=', 'completed')
  .select([
    'a.memberId',
    'a.attemptId as id',
    's.title',
    'a.startedAt',
    sql<Date>`a.completed_at`.as('endedAt'),
  ])
  .execute()
const surveys = await db
  .selectFrom('survey')
  .select(['surveyId as id', 'title'])
  .where('kind', '=', 'questions')
  .where('title', 'in', [...new Set(work.map(({ title }) => title))])
  .execute()

const dayOf = (moment: Date) => new Date(moment.getTime() + 3 * 3_600_000).toISOString().slice(0, 10)
const secondsOf = ({ startedAt, endedAt }: { startedAt: Date; endedAt: Date }) =>
  Math.round((endedAt.getTime() - startedAt.getTime()) / 1000)

type Row = { respondent: string; day: string | null; seconds: number | null }
const readRows = async (id: string, filter: object = {}): Promise<Row[]> =>
  JSON.parse(await exportText(deps, { id, format: 'json', ...filter }))

/** Pseudonyms that follow from an id that stands beside a name. */
function guess(id: string): string[] {
  const texts = [`respondent ${id}`, id, id.replaceAll('-', '')].map((text) => Buffer.from(text))
  return [...texts, Buffer.from(id.replaceAll('-', ''), 'hex')].flatMap((bytes) => {
    const hash = createHash('sha256').update(bytes).digest('hex')
    return [hash.slice(0, 16), hash.slice(0, 15), `r${hash.slice(0, 15)}`]
  })
}

test('an analyst who reads members names none of the respondents of a file', async () => {
  const people = { named: 0, rows: 0 }
  for (const { id, title } of surveys) {
    const rows = await readRows(id)
    const own = work.filter((each) => each.title === title)
    const guesses = new Set(own.flatMap((each) => guess(each.id)))
    // Of a survey that fewer than five completed it is known who they are, and not which row is whose. A row is someone who fits its day and seconds; the next value that the file has ends each.
    const days = [...new Set(rows.flatMap(({ day }) => day ?? []))].sort()
    for (const { respondent, day, seconds } of rows) {
      people.rows += 1
      const nextDay = days.find((each) => each > (day ?? '9')) ?? '9'
      const bands = rows.filter((row) => row.day === day).map((row) => row.seconds ?? 0)
      const nextBand = Math.min(...bands.filter((each) => each > (seconds ?? 0)))
      const fitting = own.filter((each) => {
        const isDay = day === null || (dayOf(each.endedAt) >= day && dayOf(each.endedAt) < nextDay)
        return isDay && (seconds === null || (secondsOf(each) >= seconds && secondsOf(each) < nextBand))
      })
      if (guesses.has(respondent) || fitting.length < Math.min(SMALLEST_CELL, rows.length)) people.named += 1
    }
    const order = rows.map(({ respondent }) => respondent)
    expect(order).toEqual(order.toSorted())
  }
  expect(people.rows).toBeGreaterThan(700)
  expect(people.named).toBe(0)
})

test('files of different days and qualities differ by nobody or five people', async () => {
  for (const { id, title } of surveys) {
    const days = [
      ...new Set(work.filter((each) => each.title === title).map(({ endedAt }) => dayOf(endedAt))),
    ].sort()
    const filters = [
      {},
      { quality: 'all' },
      ...days.slice(0, 4).flatMap((day) => [{ to: day }, { from: day, to: day }]),
    ]
    const files = await Promise.all(
      filters.map(
        async (filter) => new Set((await readRows(id, filter)).map(({ respondent }) => respondent)),
      ),
    )
    for (const one of files) {
      for (const other of files) {
        const gone = [...one].filter((each) => !other.has(each)).length
        expect(gone === 0 || gone >= SMALLEST_CELL).toBe(true)
      }
    }
  }
})

test('open answers say when they were given as coarsely', async () => {
  for (const { id } of surveys) {
    const rows = new Map((await readRows(id)).map(({ respondent, day }) => [respondent, day]))
    const given = await listSurveyAnswers(deps, { id, quality: 'accepted', limit: 200 })
    for (const { id: respondent, answeredOn } of given) expect(answeredOn).toBe(rows.get(respondent))
  }
})

test('a pseudonym begins with a letter and is none of two surveys', async () => {
  const { rows } = await sql<{ respondent: string; surveys: number }>`
    select respondent_of(a.attempt_id, s.respondent_key) as respondent, count(distinct a.survey_id) as surveys
    from survey_attempt a cross join survey s group by 1`.execute(db)
  expect(rows.every(({ respondent }) => /^r[0-9a-f]{15}$/.test(respondent))).toBe(true)
})
