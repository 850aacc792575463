import { givenDrinks } from '@chuma/core/surveys/quotas/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { callRest, createTestApp, type RestCall } from '../../src/testing.ts'
import { fingerprint } from '../access/fingerprint.ts'

const testApp = await createTestApp()
const { app, db, deps } = testApp
afterAll(testApp.close)
const { token: owner } = await testApp.owner('signoff-owner')
const staff = { name: 'staff:test', address: null }

const call = (method: RestCall['method'], url: string, body?: unknown, token?: string) =>
  callRest(app, token, { method, url, body })

async function givenLink(id: string) {
  const made = await call('POST', `/api/admin/surveys/${id}/sign-off/links`, { version: 1 }, owner)
  const [page, token] = made.body.url.split('#')
  expect([made.status, page]).toEqual([201, 'http://localhost:3000/client/login'])
  return { id: made.body.id, token }
}

const finished = { answers: { 1: 'yes', 2: 'tea', 3: 4 }, seconds: 60 }
const SIGN_OFF = '/api/client/sign-off'

/** What a test answer writes, and what any call of staff or a stranger does. */
const OWN_TABLES = ['test_answer', 'audit_entry', 'throttle', 'staff_session']

/** Every other row of the database, by table. */
const readEverythingElse = () => fingerprint(db, OWN_TABLES)

/** What of a survey is delivered, counted, filled or paid. */
const shownOf = async (id: string) => {
  const paths = ['results', 'tables', 'quotas', 'results.csv', 'codebook.csv', 'summary', 'respondents.json']
  const answers = await Promise.all(
    paths.map((path) => call('GET', `/api/admin/surveys/${id}/${path}`, undefined, owner)),
  )
  const known = answers.filter(({ status }) => status === 200)
  const stats = await call('GET', '/api/admin/stats', undefined, owner)
  return [...known, stats]
}

test('test answers of a link and of staff write into no other table, and fill, pay and count nothing', async () => {
  const id = await givenDrinks({ deps, staff }, { cells: { tea: 2, coffee: 1 } })
  const { token } = await givenLink(id)
  const [shown, rows] = [await shownOf(id), await readEverythingElse()]
  expect(shown.length).toBeGreaterThan(3)
  for (let n = 0; n < 5; n += 1) {
    const kept = await call('POST', `${SIGN_OFF}/test-answers`, { token, name: 'Njeri', ...finished })
    expect(kept.status).toBe(201)
  }
  const own = await call('POST', `/api/admin/surveys/${id}/test-answers`, { version: 1, ...finished }, owner)
  expect(own.status).toBe(201)
  expect(await readEverythingElse()).toEqual(rows)
  expect(await shownOf(id)).toEqual(shown)
  const desk = await call('GET', `/api/admin/surveys/${id}/sign-off`, undefined, owner)
  expect(desk.body.tests).toHaveLength(6)

  const one = await call('GET', `/api/admin/test-answers/${own.body.id}`, undefined, owner)
  expect(one.body.answers.at(-1)).toEqual({ question: 'How many cups?', answer: '4' })
  const all = await call('POST', `/api/admin/surveys/${id}/test-answers/delete`, { which: 'all' }, owner)
  expect(all.body).toEqual({ deleted: 6 })
  expect(await db.selectFrom('testAnswer').select('testId').where('surveyId', '=', id).execute()).toEqual([])
})

test('a signed-in member who walks by the link keeps their place, points and answers', async () => {
  const id = await givenDrinks({ deps, staff }, { cells: { tea: 1, coffee: 1 } })
  const { token } = await givenLink(id)
  const member = await testApp.member()
  const start = await call('POST', '/api/user-surveys', { surveyId: id }, member.token)
  expect(start.status).toBe(201)
  const read = () => call('GET', `/api/surveys/${id}`, undefined, member.token)
  const [mine, rows] = [await read(), await readEverythingElse()]
  const walked = await call(
    'POST',
    `${SIGN_OFF}/walk`,
    { token, answers: { 1: 'yes', 2: 'water' } },
    member.token,
  )
  expect(walked.body.end).toEqual({ outcome: 'screened-out', reason: 'No water' })
  await call('POST', `${SIGN_OFF}/test-answers`, { token, name: 'Njeri', ...finished }, member.token)
  expect(await readEverythingElse()).toEqual(rows)
  expect(await read()).toEqual(mine)
})

describe('bad input', async () => {
  const id = await givenDrinks({ deps, staff }, { cells: { tea: 2, coffee: 1 } })
  const { token } = await givenLink(id)
  const test_ = { token, name: 'Njeri', ...finished }
  test.each([
    ['walk', { token, answers: { 1: 'maybe' } }],
    ['walk', { token, answers: { 77: 'yes' } }],
    ['walk', { token, answers: {}, profile: { county: 'atlantis' } }],
    ['walk', { token, answers: {}, profile: { phone: '0712345678' } }],
    ['comments', { token, name: 'Njeri', text: '  ' }],
    ['comments', { token, name: 'Njeri', text: 'x'.repeat(2001) }],
    ['comments', { token, name: 'N', text: 'Too long' }],
    ['comments', { token, name: 'Njeri', text: 'What?', questionId: 99 }],
    ['decision', { token, name: 'Njeri', decision: 'open' }],
    ['test-answers', { ...test_, answers: { 1: 'yes' } }],
    ['test-answers', { ...test_, seconds: 0 }],
  ])('%s refuses %o', async (path, body) => {
    expect(await call('POST', `${SIGN_OFF}/${path}`, body)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    })
  })

  test('markup in a comment is kept as text', async () => {
    const text = '<img src=x onerror=alert(1)>'
    await call('POST', `${SIGN_OFF}/comments`, { token, name: 'Njeri', text })
    expect((await call('POST', SIGN_OFF, { token })).body.comments.at(-1)).toMatchObject({ text })
  })
})

test('a link takes 120 writes an hour, and reading goes on', async () => {
  const id = await givenDrinks({ deps, staff }, { cells: { tea: 2, coffee: 1 } })
  const { token } = await givenLink(id)
  const comment = () => call('POST', `${SIGN_OFF}/comments`, { token, name: 'Njeri', text: 'What?' })
  const statuses: number[] = []
  for (let n = 0; n < 122; n += 1) statuses.push((await comment()).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect((await call('POST', SIGN_OFF, { token })).status).toBe(200)
})
