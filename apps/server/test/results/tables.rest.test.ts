import http from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { givenStaff } from '@chuma/core/admin/testing'
import { publishQuestionnaire } from '@chuma/core/surveys/questionnaire/save-questionnaire'
import { givenDraft, givenQuestions, optionsOf } from '@chuma/core/surveys/questionnaire/testing'
import { fillSurvey } from '@chuma/core/surveys/results/testing'
import { isLongRun } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'

const PEOPLE = isLongRun ? 50_000 : 10_000
const QUESTIONS = 40
/** What a machine takes that runs other tests too. Its figure is annotated. */
const MAX_MS = isLongRun ? 20_000 : 5000
const MEGABYTE = 2 ** 20

const { app, db, deps, close } = await createTestApp()
afterAll(close)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const { token, actor } = await givenStaff(deps)

/** Ten times a question with one answer, a scale, one with several answers, and a number. */
const four = (at: number) =>
  [
    { code: `one_${at}`, type: 'multiple-choice', options: optionsOf('a', 'b', 'c', 'd') },
    { code: `scale_${at}`, type: 'scale', from: 0, to: 10 },
    { code: `some_${at}`, type: 'choices', options: optionsOf('a', 'b', 'c', 'd') },
    { code: `number_${at}`, type: 'number', min: 0, max: 99 },
  ] as const
const id = await givenDraft(
  db,
  givenQuestions(...Array.from({ length: QUESTIONS / 4 }, (_, at) => four(at)).flat()),
)
await publishQuestionnaire(deps, actor, { id, version: 1 })
await fillSurvey(db, {
  surveyId: id,
  people: PEOPLE,
  version: 1,
  answers: sql`select n, question, case question % 4
      when 1 then to_jsonb((array['a', 'b', 'c', 'd'])[1 + (n * question + n / 7) % 4])
      when 2 then to_jsonb((n * question + n / 3) % 11)
      when 3 then jsonb_build_object('choices', (array['["a","b"]', '["c"]', '["a","d"]'])[1 + n % 3]::jsonb)
      else to_jsonb(n * question % 100) end as answer
    from generate_series(1, ${sql.lit(PEOPLE)}) as n, generate_series(1, ${sql.lit(QUESTIONS)}) as question`,
})

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** What is still in use, without what the next collection would free. */
function readMemory(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const ask = (path: string) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    http.get(`${url}/api/admin/surveys/${id}/${path}`, { headers }, resolve).on('error', reject)
  })

async function read(path: string) {
  const answer = await ask(path)
  let bytes = 0
  for await (const chunk of answer) bytes += chunk.length
  return { bytes, status: answer.statusCode }
}

const weights = encodeURIComponent(JSON.stringify({ 1: { a: 0.4, b: 0.3, c: 0.2, d: 0.1 } }))

test.for([
  ['on the page', 'results/tables?breaks=1,2'],
  ['as a workbook', 'tables.xlsx?breaks=1,2'],
  ['weighted, as a workbook', `tables.xlsx?breaks=5&weights=${weights}`],
] as const)(
  'forty questions by two breaks are counted in seconds: %s',
  { timeout: 180_000 },
  async ([, path], { annotate }) => {
    // Loads the code and opens the connections.
    await read('codebook.csv')
    const began = performance.now()
    const { bytes, status } = await read(path)
    const took = performance.now() - began
    await annotate(`${PEOPLE} people: ${Math.round(took)} ms, ${Math.round(bytes / 1024)} KB`)
    expect(status).toBe(200)
    expect(took).toBeLessThan(MAX_MS)
  },
)

test('the workbook takes the memory of a few questions, whatever the number of people', {
  timeout: 180_000,
}, async ({ annotate }) => {
  await read('tables.xlsx?breaks=1')
  const before = readMemory()
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, readMemory() - before)
  }, 100)
  const { bytes } = await read('tables.xlsx?breaks=1,2')
  clearInterval(watch)
  await annotate(`${Math.round(bytes / 1024)} KB in ${Math.round(most / MEGABYTE)} MB`)
  expect(bytes).toBeGreaterThan(10_000)
  expect(most).toBeLessThan(30 * MEGABYTE)
})
