import { givenStaff } from '@chuma/core/admin/testing'
import { fourQuestions, givenSurvey } from '@chuma/core/surveys/testing'
import { givenQuestions } from '@chuma/core/tasks/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../src/logging/logger.ts'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'
import { listCalls } from './crawl.ts'

const lines: string[] = []
const testApp = await createTestApp()
const { db } = testApp
const app = await testApp.open({
  logger: createLogger('trace', { write: (line: string) => lines.push(line) }),
})
afterAll(testApp.close)

type Key = { letter: 'B' | 'C'; option: 'Bank' | 'SACCO' }
/** Two worlds that differ only in which answers are right. */
const KEYS: [Key, Key] = [
  { letter: 'B', option: 'Bank' },
  { letter: 'C', option: 'SACCO' },
]

await givenQuestions(db, 5)
const [attentionCheck, ...others] = fourQuestions
const surveyId = await givenSurvey(db, {
  questions: attentionCheck ? [{ ...attentionCheck, expected: 'Bank' }, ...others] : [],
})
const member = await givenReader()

/** A member who has opened the quiz and the survey, and submitted neither. */
async function givenReader() {
  const reader = await testApp.member({ premium: true })
  const { body: questions } = await callRest(app, reader.token, { method: 'GET', url: '/api/quiz-questions' })
  const begin = { method: 'POST', url: '/api/user-surveys', body: { surveyId } } as const
  expect((await callRest(app, reader.token, begin)).status).toBe(201)
  const ids = (questions as { id: string }[]).map(({ id }) => id)
  return { ...reader, answers: Object.fromEntries(ids.map((id) => [id, 'B'])), ids }
}

async function makeRight({ letter, option }: Key) {
  await db.updateTable('quizQuestion').set({ correctAnswer: letter }).execute()
  await sql`
    update quiz_attempt set questions = (
      select jsonb_agg(q || jsonb_build_object('correctAnswer', ${letter}::text) order by place)
      from jsonb_array_elements(questions) with ordinality as asked (q, place)
    ) where submitted_at is null
  `.execute(db)
  const marked = sql`jsonb_set(questions::jsonb, '{0,expected}', to_jsonb(${option}::text))`
  await sql`update survey set questions = ${marked}`.execute(db)
  await sql`update survey_attempt set questions = ${marked} where completed_at is null`.execute(db)
}

/** Everything callers can read, and what a member can try without knowing the answers. */
async function readEverything() {
  const reads = listCalls(app, surveyId).filter(({ method }) => method === 'GET')
  const answers: { name: string; status: number; body: string }[] = []
  for (const { url } of reads) {
    for (const token of [undefined, member.token]) {
      const headers = token ? { authorization: `Bearer ${token}` } : {}
      const { statusCode: status, body } = await app.inject({ method: 'GET', url, headers })
      answers.push({ name: `${token ? 'member' : 'visitor'}: ${url}`, status, body: withoutTimes(body) })
    }
  }
  for (const guess of listGuesses()) {
    const rest = await callRest(app, member.token, { method: 'POST', url: '/api/quiz/submit', body: guess })
    const trpc = await callTrpc(app, member.token, {
      type: 'mutation',
      path: 'tasks.submitQuiz',
      input: guess,
    })
    for (const { status, body } of [rest, trpc]) {
      expect(status, JSON.stringify(guess)).toBe(400)
      answers.push({ name: `guess: ${JSON.stringify(guess)}`, status, body: JSON.stringify(body) })
    }
  }
  return answers
}

/** Every letter for all questions but one: the refusal must not reveal which were right. */
const listGuesses = () =>
  ['A', 'B', 'C', 'D'].map((letter) => ({
    answers: Object.fromEntries(member.ids.slice(1).map((id) => [id, letter])),
  }))

const withoutTimes = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')

/** Take what was logged since, without what differs for every request. */
function takeLogs(): unknown[] {
  return lines.splice(0).map((line) => {
    const { time: _, reqId: __, responseTime: ___, req, ...said } = JSON.parse(line)
    return { ...said, req: req && { ...req, id: undefined } }
  })
}

function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...valuesOf(key, inner),
  ])
}

const naming = (words: string, { answers }: World) =>
  answers.filter(({ body }) => body.includes(words)).map(({ name }) => name.replace(/\?.*/, ''))
const isDescription = ({ name }: { name: string }) => /\/api\/(docs|openapi)/.test(name)
const parse = (text: string): unknown => (/^[[{]/.test(text) ? JSON.parse(text) : null)

type World = { answers: Awaited<ReturnType<typeof readEverything>>; logs: unknown[] }
let worlds: [World, World]
beforeAll(async () => {
  const read = async (key: Key) => {
    await makeRight(key)
    lines.length = 0
    return { answers: await readEverything(), logs: takeLogs() }
  }
  worlds = [await read(KEYS[0]), await read(KEYS[1])]
})

test('before submission no response depends on the right answers', () => {
  const [one, other] = worlds
  expect(one.answers.length).toBeGreaterThan(100)
  // The questions themselves did come, through both doors.
  expect(naming('Question 0', one)).toEqual([
    'member: /api/quiz-questions',
    'member: /trpc/tasks.getQuiz',
    'member: /trpc/tasks.listQuizQuestions',
  ])
  expect(naming('Where do you save?', one)).toEqual([
    'member: /api/account/export',
    `member: /api/surveys/${surveyId}`,
    'member: /trpc/account.exportData',
    'member: /trpc/surveys.getSurvey',
  ])
  expect(other.answers).toEqual(one.answers)
})

test('before submission no response has a field for the right answer', () => {
  for (const { answers } of worlds) {
    for (const answer of answers.filter((each) => !isDescription(each))) {
      const body = parse(answer.body)
      expect(
        valuesOf('correctAnswer', body).filter((value) => value !== null),
        answer.name,
      ).toEqual([])
      expect(valuesOf('expected', body), answer.name).toEqual([])
    }
  }
})

test('no log line, at the most verbose level, depends on the right answers', () => {
  const [one, other] = worlds
  expect(one.logs.length).toBeGreaterThan(200)
  expect(other.logs).toEqual(one.logs)
  expect(JSON.stringify(one.logs)).not.toMatch(/correctAnswer|expected(?!-payouts)|Question 0|Mombasa/)
})

test('a submission leaves no right answer and no quiz text in the log', async () => {
  const logs: unknown[][] = []
  for (const key of KEYS) {
    for (const isTyped of [false, true]) {
      const { token, answers } = await givenReader()
      await makeRight(key)
      lines.length = 0
      const handedIn = isTyped
        ? await callTrpc(app, token, { type: 'mutation', path: 'tasks.submitQuiz', input: { answers } })
        : await callRest(app, token, { method: 'POST', url: '/api/quiz/submit', body: { answers } })
      expect(handedIn).toMatchObject({ status: 200, body: { correct: key.letter === 'B' ? 5 : 0 } })
      const survey = { answers: { '1': 'Bank', '2': 4, '3': 'yes' } }
      await callRest(app, token, { method: 'POST', url: `/api/surveys/${surveyId}/complete`, body: survey })
      logs.push(takeLogs())
    }
  }
  const [restB, typedB, restC, typedC] = logs
  expect(restB?.length).toBeGreaterThan(1)
  expect([restC, typedC]).toEqual([restB, typedB])
  expect(JSON.stringify(logs)).not.toMatch(/correctAnswer|expected|Question 0|Mombasa/)
})

test('after submission the same reads show the right answers', async () => {
  await makeRight(KEYS[1])
  const submit = { method: 'POST', url: '/api/quiz/submit', body: { answers: member.answers } } as const
  expect(await callRest(app, member.token, submit)).toMatchObject({ status: 200 })
  const told: string[] = []
  for (const url of ['/api/quiz-questions', '/trpc/tasks.getQuiz', '/api/account/export']) {
    const { body } = await app.inject({ url, headers: { authorization: `Bearer ${member.token}` } })
    if (valuesOf('correctAnswer', JSON.parse(body)).every((value) => value === 'C')) told.push(url)
  }
  expect(told).toHaveLength(3)
})

test.each(['finance', 'analyst', 'content', 'owner'] as const)(
  'staff read the right answers of the quiz only if they may change questions (%s)',
  async (role) => {
    const isEditor = role === 'content' || role === 'owner'
    const { token } = await givenStaff(testApp.deps, { role })
    const writer = await givenStaff(testApp.deps, { role: 'content' })
    const form = {
      ...{
        question: `Capital, for ${role}?`,
        optionA: 'Nairobi',
        optionB: 'Kisumu',
        optionC: 'Nakuru',
        optionD: 'Lamu',
      },
      correctAnswer: 'A',
    }
    const made = await callRest(app, writer.token, { method: 'POST', url: '/api/admin/quizzes', body: form })
    const one = `/api/admin/quizzes/${made.body.id}`
    const listed = [
      (await callRest(app, token, { method: 'GET', url: '/api/admin/quizzes' })).body,
      (await callTrpc(app, token, { type: 'query', path: 'admin.listQuizQuestions', input: {} })).body,
    ]
    for (const rows of listed) expect(rows[0].question).toBe(form.question)
    const log = {
      type: 'query',
      path: 'admin.listAudit',
      input: { subject: `question:${made.body.id}` },
    } as const
    const answers = [
      ...listed.map((rows) => rows[0]),
      (await callRest(app, token, { method: 'GET', url: one })).body,
      (
        await callTrpc(app, token, {
          type: 'query',
          path: 'admin.getQuizQuestion',
          input: { id: made.body.id },
        })
      ).body,
    ]
    for (const shown of answers) expect(shown.correctAnswer).toBe(isEditor ? 'A' : undefined)
    if (role !== 'content') {
      const { body } = await callTrpc(app, token, log)
      expect(body).toHaveLength(1)
      expect(JSON.stringify(body)).not.toContain('correctAnswer')
    }
    const file = await callRest(app, token, { method: 'GET', url: '/api/admin/quizzes.csv' })
    expect(file.status).toBe(isEditor ? 200 : 403)
  },
)
