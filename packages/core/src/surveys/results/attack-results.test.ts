import { permissionTable } from '@chuma/contract/admin/permissions'
import { SMALLEST_CELL, surveyResultsInput, tablesInput } from '@chuma/contract/surveys/results'
import type { PlainQuestion } from '@chuma/contract/surveys/surveys'
import { countCells } from '@chuma/db/queries/surveys/survey-results'
import { tries } from '@chuma/db/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import { saveProfileAnswer } from '../../profile/profile.ts'
import { givenMember, openTestDb } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { getQuotas, saveQuotas, showQuotas } from '../quotas/quotas.ts'
import { sexDimension, toPlan } from '../quotas/testing.ts'
import { startSurvey } from '../surveys.ts'
import { givenSurvey } from '../testing.ts'
import { type Equation, findRange } from './attacker.testing.ts'
import { getCrossTab } from './get-cross-tab.ts'
import { getSurveyResults } from './get-survey-results.ts'
import { widen } from './read-survey.ts'
import { getTables } from './tables/tables.ts'

const { db, deps } = await openTestDb()
const { actor: staff } = await givenStaff(deps)
/** Staff of this role read results and quotas, and no single answers. */
const COUNTED = { isRaw: (permissionTable['results:raw'] as readonly string[]).includes('content') }

const FIRST_DAY = '2026-03-02'
const dayAt = (at: number) => new Date(Date.parse(FIRST_DAY) + at * 86_400_000).toISOString().slice(0, 10)

const DAYS = [0, 1, 2, 3].map(dayAt)

type Fate = 'accepted' | 'waiting' | 'started'
const questions: PlainQuestion[] = [
  { id: 1, type: 'yes-no', question: 'Do you save every month?', options: [], required: true },
  { id: 2, type: 'multiple-choice', question: 'Where?', options: ['Bank', 'SACCO', 'Home'], required: true },
]
const person = fc.record({
  1: fc.constantFrom('yes', 'yes', 'yes', 'no'),
  2: fc.constantFrom('Bank', 'Bank', 'Bank', 'SACCO', 'SACCO', 'Home'),
  sex: fc.constantFrom('female', 'male', 'male'),
  day: fc.constantFrom(0, 0, 1, 1, 1, 2, 3),
  fate: fc.constantFrom<Fate>(...Array<'accepted'>(9).fill('accepted'), 'waiting', 'started'),
})
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never

/** Finished answers are guarded: only a test moves them to another day. */
const moveTo = (day: string, memberId: string) =>
  db.transaction().execute(async (trx) => {
    const at = sql`${`${day} 09:00+03`}::timestamptz`
    await sql`alter table survey_attempt disable trigger user`.execute(trx)
    await sql`update survey_attempt set started_at = started_at - (completed_at - ${at}), completed_at = ${at}, ended_at = ${at}
      where member_id = ${memberId}`.execute(trx)
    await sql`alter table survey_attempt enable trigger user`.execute(trx)
  })

async function take(surveyId: string, { sex, day, fate, ...answers }: Person): Promise<void> {
  const member = await givenMember(db)
  const { memberId } = member
  await saveProfileAnswer(deps, member, { attribute: 'sex', codes: [sex], isConsented: true, source: 'page' })
  await startSurvey(deps, member, { surveyId })
  if (fate === 'started') return
  // Answers that are given at once wait for a check.
  if (fate === 'accepted')
    await sql`update survey_attempt set started_at = now() - interval '4 minutes'
      where member_id = ${memberId}`.execute(db)
  await completeSurvey(deps, member, { surveyId, answers })
  await moveTo(dayAt(day), memberId)
}

/** A study with quotas, and these people in it. */
async function givenStudy(people: readonly Person[]): Promise<string> {
  const cells = { female: 100, male: 100 }
  const surveyId = await givenSurvey(db, { questions })
  await saveQuotas(deps, staff, toPlan(surveyId, { dimensions: [sexDimension], cells }))
  for (const one of people) await take(surveyId, one)
  return surveyId
}

const combine = (values: readonly (readonly string[])[]): string[][] =>
  values.reduce<string[][]>((all, own) => all.flatMap((told) => own.map((one) => [...told, one])), [[]])

/** Everything that a reader of counts may ask about a study, every range of days among it. */
async function readAll(id: string) {
  const read = (filter: object) =>
    getSurveyResults(deps, COUNTED, surveyResultsInput.parse({ id, ...filter }))
  const everyone = await read({})
  const asked = {
    surveyId: id,
    version: null,
    quality: 'accepted',
    who: undefined,
    disclosedTo: 'staff',
  } as const
  const ranges = []
  for (let from = 0; from < DAYS.length; from += 1)
    for (let to = from; to < DAYS.length; to += 1) {
      const days = { from: dayAt(from), to: dayAt(to) }
      const whole = await widen(db, { ...asked, ...days })
      const isIn = (day: string) => (whole.from ?? '') <= day && day <= (whole.to ?? '9999')
      ranges.push({ isIn, page: await read(days) })
    }
  const quotas = await showQuotas(deps, { id, isRaw: COUNTED.isRaw }, getQuotas(deps, { id }))
  const found = await countCells(db, { ...asked, from: undefined, to: undefined }, [1, 2, 'sex', 'day'])
  const counts = new Map(found.map(({ answers, count }) => [JSON.stringify(answers), count]))
  // The attacker does not know which combinations nobody has.
  const cells = combine([['yes', 'no'], ['Bank', 'SACCO', 'Home'], ['female', 'male'], DAYS]).map(
    (answers) => ({
      answers,
      count: counts.get(JSON.stringify(answers)) ?? 0,
    }),
  )
  return { id, read, everyone, ranges, quotas, cells }
}
type Read = Awaited<ReturnType<typeof readAll>>
type Page = Read['everyone']

/** The columns of the truth, by their place in its cells. */
const [SEX, DAY] = [2, 3]
type Is = (told: readonly (string | null)[]) => boolean

/** What all pages, tables and quotas say, as equations over the people who gave the same answers on the same day. */
async function listen({ id, read, everyone, ranges, quotas, cells }: Read): Promise<Equation[]> {
  const equations: Equation[] = []
  const say = (total: number | null | undefined, is: Is) => {
    const has = cells.flatMap(({ answers }, cell) => (is(answers) ? cell : []))
    if (typeof total !== 'number') return
    // What is shown has to be true, or the attack proves nothing.
    expect(has.reduce((sum, cell) => sum + (cells[cell]?.count ?? 0), 0)).toBe(total)
    if (has.length > 0) equations.push({ cells: has, total })
  }
  const sayPage = (page: Page, is: Is) => {
    say(page.base, is)
    for (const { id: question, base, rows } of page.questions) {
      say(base, is)
      for (const { answer, count } of rows) say(count, (told) => is(told) && told[question - 1] === answer)
    }
  }
  sayPage(everyone, () => true)
  for (const { day, completed } of everyone.days) say(completed, (told) => told[DAY] === day)
  for (const { isIn, page } of ranges) sayPage(page, (told) => isIn(told[DAY] ?? ''))
  for (const { trait, codes } of everyone.groups)
    for (const { code, people } of trait === 'sex' ? codes : []) {
      say(people, (told) => told[SEX] === code)
      if (people !== null) sayPage(await read({ profile: `sex=${code}` }), (told) => told[SEX] === code)
    }
  for (const { id: cell, accepted } of quotas.cells) say(accepted, (told) => told[SEX] === cell)
  for (const { id: who, rows } of everyone.questions)
    for (const { answer } of rows)
      sayPage(await read({ who: `${who}=${answer}` }), (told) => told[who - 1] === answer)
  for (const rows of [1, 2])
    for (const columns of [1, 2, 'sex'] as const) {
      if (rows === columns) continue
      const table = await getCrossTab(deps, COUNTED, { id, quality: 'accepted', rows, columns })
      const at = columns === 'sex' ? SEX : columns - 1
      for (const [place, column] of table.columns.entries()) {
        say(column.base, (told) => told[at] === column.answer)
        for (const row of table.rows)
          say(row.cells[place]?.count, (told) => told[at] === column.answer && told[rows - 1] === row.answer)
      }
    }
  const banner = await getTables(deps, COUNTED, tablesInput.parse({ id, breaks: '1,2,sex' }))
  const isIn = ({ break: of, answer }: (typeof banner.columns)[number]): Is =>
    of === null ? () => true : (told) => told[of] === answer
  for (const { id: question, bases, rows } of banner.tables)
    for (const [place, column] of banner.columns.entries()) {
      const is = isIn(column)
      say(bases[place]?.people, is)
      for (const { answer, cells } of rows)
        say(cells[place]?.count, (told) => is(told) && told[question - 1] === answer)
    }
  return equations
}

/** Every count of 1 to 4: of an answer, of an answer in a column or a range of days, and of a day. */
function listSecrets({ cells, ranges }: Read) {
  const places = [0, 1, SEX, DAY]
  const values = new Map(
    places.map((at) => [at, [...new Set(cells.map(({ answers }) => answers[at] ?? ''))]]),
  )
  const marks = places.flatMap((at) =>
    (values.get(at) ?? []).map((value) => ({
      at,
      value,
      name: `${at}=${value}`,
      is: ((told) => told[at] === value) as Is,
    })),
  )
  const days = ranges.map(({ isIn }, at) => ({
    at: DAY,
    value: '',
    name: `range ${at}`,
    is: ((told) => isIn(told[DAY] ?? '')) as Is,
  }))
  const pairs = marks.flatMap((one) =>
    [...marks, ...days].flatMap((other) =>
      one.at < other.at
        ? [{ name: `${one.name} ${other.name}`, is: ((told) => one.is(told) && other.is(told)) as Is }]
        : [],
    ),
  )
  return [...marks, ...pairs].flatMap(({ name, is }) => {
    const sumOf = cells.flatMap(({ answers }, cell) => (is(answers) ? cell : []))
    const count = sumOf.reduce((sum, cell) => sum + (cells[cell]?.count ?? 0), 0)
    return count > 0 && count < SMALLEST_CELL ? [{ name, sumOf, count }] : []
  })
}

let tried = 0
const study = fc.array(person, { minLength: 12, maxLength: 45 })

test(
  'nobody without single answers learns a count of 1 to 4 from days, tables, banners, groups and quotas together',
  async () => {
    await fc.assert(
      fc.asyncProperty(study, async (people) => {
        const found = await readAll(await givenStudy(people))
        const equations = await listen(found)
        for (const { name, sumOf, count } of listSecrets(found)) {
          tried += 1
          const { most } = findRange(equations, { size: found.cells.length, sumOf })
          expect([name, count, most >= SMALLEST_CELL]).toEqual([name, count, true])
        }
      }),
      { numRuns: tries({ short: 5, long: 60 }), seed: 93, endOnFailure: true },
    )
    expect(tried).toBeGreaterThan(50)
  },
  tries({ short: 120_000, long: 1_800_000 }),
)

/** All figures but attempts and the median time, which count everyone at once and are no answers. */
async function readFigures(id: string) {
  const { everyone, ranges, quotas } = await readAll(id)
  const tables = await Promise.all(
    ([1, 'sex'] as const).map((columns) =>
      getCrossTab(deps, COUNTED, { id, quality: 'accepted', rows: 2, columns }),
    ),
  )
  const pages = [everyone, ...ranges.map(({ page }) => page)].map(
    ({ attempts: _, medianSeconds: __, ...page }) => page,
  )
  return { pages, quotas, tables }
}

test('up to four people who come after a reading change none of its pages, tables, days or quotas', async () => {
  const people = fc
    .sample(person, { numRuns: 24, seed: 93 })
    .map((one) => ({ ...one, fate: 'accepted' as const }))
  const id = await givenStudy(people.slice(0, 20))
  const before = await readFigures(id)
  expect(before.pages[0]?.base).toBe(20)
  for (const next of people.slice(20)) {
    await take(id, next)
    expect(await readFigures(id)).toEqual(before)
  }
  await take(id, { 1: 'yes', 2: 'Bank', sex: 'female', day: 0, fate: 'accepted' })
  expect((await readFigures(id)).pages[0]?.base).toBe(25)
})
