import { givenStaff } from '@chuma/core/admin/testing'
import { pausePayouts } from '@chuma/core/payouts/pauses'
import { givenDraft, readTeaQuestionnaire } from '@chuma/core/surveys/questionnaire/testing'
import { givenQuotas } from '@chuma/core/surveys/quotas/testing'
import { givenTask } from '@chuma/core/tasks/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'

/** Where REST answers differently from its procedure. */
const testApp = await createTestApp()
const { app, db, deps } = testApp
afterAll(testApp.close)
const staff = await givenStaff(deps)
const draft = await givenDraft(db, readTeaQuestionnaire())
const quotas = await givenQuotas(db, { cells: { tea: 1 } })

const month = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(new Date()).slice(0, 7)
let numbers = 31_000_000
const withdrawal = (points: number) => ({
  pointsToWithdraw: points,
  withdrawalMethod: 'mpesa',
  mpesaNumber: `07${numbers++}`,
})
const request = (token: string | undefined, body: object) =>
  callRest(app, token, { method: 'POST', url: '/api/withdrawals', body })
const requestTyped = (token: string | undefined, input: object) =>
  callTrpc(app, token, { type: 'mutation', path: 'wallet.requestWithdrawal', input })

test('a withdrawal while payouts are paused says why, and what can be done, as plain text over REST', async () => {
  const member = await testApp.member({ points: 9 })
  const reason = 'Two accounts took the same surveys.'
  await pausePayouts(deps, staff.actor, { memberId: member.memberId, reason })
  const message = `Your payouts are paused: ${reason} Your points stay yours and you go on earning. You can appeal on the withdrawal page.`
  expect(await request(member.token, withdrawal(1))).toEqual({ status: 403, body: message })
  expect(await requestTyped(member.token, withdrawal(1))).toMatchObject({
    status: 403,
    body: { code: 'PAYOUTS_PAUSED', message },
  })
})

test.each([
  ['/api/activity.csv', 'wallet.exportActivity', undefined, 'chuma-activity.csv'],
  [`/api/statements/${month}.csv`, 'wallet.exportStatement', { month }, `chuma-statement-${month}.csv`],
  ['/api/admin/payouts.csv', 'admin.exportManualPayouts', undefined, 'chuma-payouts.csv'],
  ['/api/admin/quizzes.csv', 'admin.exportQuizQuestions', undefined, 'chuma-quiz.csv'],
  ['/api/admin/surveys.csv', 'admin.exportSurveys', undefined, 'chuma-survey-offers.csv'],
  [
    `/api/admin/surveys/${draft}/questionnaire.csv`,
    'admin.exportQuestionnaire',
    { id: draft },
    'chuma-questionnaire.csv',
  ],
  [`/api/admin/surveys/${quotas}/quotas.csv`, 'admin.exportQuotas', { id: quotas }, 'chuma-quotas.csv'],
])('%s downloads what %s answers', async (url, path, input, name) => {
  const { token } = url.includes('admin') ? staff : await testApp.member({ points: 3 })
  const file = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  })
  const typed = await callTrpc(app, token, { type: 'query', path, ...(input && { input }) })
  expect(typed).toEqual({ status: 200, body: file.body })
})

test('an address that names a kind finds no task of another kind', async () => {
  const { token } = await testApp.member({ premium: true })
  const kinds = { video: 'video-tasks', ad: 'ad-tasks' } as const
  const tasks = { video: await givenTask(db, 'video'), ad: await givenTask(db, 'ad') }
  const proven = { social: await givenTask(db, 'social'), job: await givenTask(db, 'micro-job') }
  const post = async (url: string, body: object) =>
    (await callRest(app, token, { method: 'POST', url, body })).status
  expect(await post(`/api/${kinds.video}/${tasks.ad}/open`, {})).toBe(404)
  expect(await post(`/api/${kinds.ad}/${tasks.video}/open`, {})).toBe(404)
  expect(await post(`/api/${kinds.video}/${tasks.video}/open`, {})).toBe(200)
  const body = { proof: 'https://social.example/p/1' }
  expect(await post(`/api/social-tasks/${proven.job}/proof`, body)).toBe(404)
  expect(await post(`/api/micro-jobs/${proven.social}/proof`, body)).toBe(404)
  expect(await post(`/api/social-tasks/${proven.social}/proof`, body)).toBe(201)
})

test('a bug never leaks its message, and blames no field', async () => {
  const broken = await createTestApp()
  try {
    const { token } = await broken.member()
    await sql`alter table withdrawal rename column bank_name to bank`.execute(broken.db)
    const rest = await callRest(broken.app, token, { method: 'GET', url: '/api/withdrawals' })
    expect(rest).toEqual({
      status: 500,
      body: { code: null, message: 'Something went wrong', fieldErrors: null },
    })
    expect(await callTrpc(broken.app, token, { type: 'query', path: 'wallet.listWithdrawals' })).toEqual(rest)
  } finally {
    await broken.close()
  }
})
