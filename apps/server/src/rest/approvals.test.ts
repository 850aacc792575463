import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy, demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import { givenSettled } from '@chuma/core/admin/approvals/testing'
import { givenWithdrawal } from '@chuma/core/payouts/testing'
import { givenSurvey } from '@chuma/core/surveys/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../testing.ts'

const limited = economy.parse({
  ...defaultEconomy,
  ...demoLimits,
  dailyAdjustmentsOwnerKes: 20_000,
  dailyOffersOwnerKes: 20_000,
  twoAdminsFromKes: 2000,
  minimumAudience: 5,
})
const testApp = await createTestApp({ economy: async () => limited })
const { app, db, deps, close } = testApp
afterAll(close)
const maker = await givenSettled(deps)
const checker = await givenSettled(deps)

const waits = {
  status: 202,
  body: {
    code: 'APPROVAL_PENDING',
    message: 'Sent to a second person. Nothing has changed yet: it happens once they approve.',
    fieldErrors: null,
    approvalId: expect.any(String),
    expiresAt: expect.any(String),
    runsAt: null,
  },
}
const survey = (reward: number) => ({
  title: 'T',
  description: 'D',
  reward,
  duration: 5,
  externalUrl: 'https://a.test',
})

test('the specified calls work below the limits, and above them answer what happens next', async () => {
  const { memberId } = await testApp.member()
  const edit = (points: number) =>
    callRest(app, maker.token, {
      method: 'PUT',
      url: `/api/admin/users/${memberId}/earnings`,
      body: { totalEarnings: points, points, reason: 'Missing survey' },
    })
  expect(await edit(20)).toMatchObject({ status: 200, body: { points: 20 } })
  expect(await edit(90)).toEqual(waits)

  const post = (body: object) =>
    callRest(app, maker.token, { method: 'POST', url: '/api/admin/surveys', body })
  const made = await post(survey(5))
  expect(made.status).toBe(201)
  expect(await post(survey(50))).toEqual(waits)
  const patch = { method: 'PATCH', url: `/api/admin/surveys/${made.body.id}` } as const
  expect(await callRest(app, maker.token, { ...patch, body: { reward: 6 } })).toMatchObject({ status: 200 })
  expect(await callRest(app, maker.token, { ...patch, body: { reward: 60 } })).toEqual(waits)

  const { id } = await givenWithdrawal(db)
  const decide = { method: 'PUT', url: `/api/admin/withdrawals/${id}` } as const
  const approved = await callRest(app, maker.token, { ...decide, body: { status: 'approved' } })
  expect(approved).toEqual(waits)
  const url = `/api/admin/approvals/${approved.body.approvalId}`
  const body = { decision: 'approve' }
  expect(await callRest(app, maker.token, { method: 'PUT', url, body })).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  })
  expect(await callRest(app, checker.token, { method: 'PUT', url, body })).toMatchObject({
    status: 200,
    body: { state: 'executed', kind: 'decide-withdrawal', subject: `withdrawal:${id}`, amountKes: 2000 },
  })
  expect(await callRest(app, checker.token, { method: 'PUT', url, body })).toMatchObject({
    status: 409,
    body: { code: 'APPROVAL_STATE', message: 'This request was approved already' },
  })
})

test('tRPC says the same, and the list shows what one could ask for oneself', async () => {
  const { memberId } = await testApp.member()
  const input = { memberId, points: 70, totalEarnings: 70, reason: 'Missing survey' }
  const asked = await callTrpc(app, maker.token, { type: 'mutation', path: 'admin.editEarnings', input })
  expect(asked).toMatchObject({ status: 202, body: { code: 'APPROVAL_PENDING' } })
  const list = async (token: string) =>
    (await callRest(app, token, { method: 'GET', url: '/api/admin/approvals?state=waiting&limit=1' })).body
  expect(await list(maker.token)).toMatchObject([
    { subject: `member:${memberId}`, isOwn: true, state: 'waiting' },
  ])
  expect(await list(checker.token)).toMatchObject([{ subject: `member:${memberId}`, isOwn: false }])
  const content = await givenSettled(deps, { role: 'content' })
  expect(await list(content.token)).toMatchObject([{ kind: 'update-survey' }])
  const [{ id }] = await list(maker.token)
  const one = { url: `/api/admin/approvals/${id}` }
  expect((await callRest(app, content.token, { method: 'GET', ...one })).status).toBe(404)
  expect((await callRest(app, checker.token, { method: 'DELETE', ...one })).status).toBe(403)
  expect(await callRest(app, maker.token, { method: 'DELETE', ...one })).toMatchObject({
    status: 200,
    body: { state: 'withdrawn' },
  })
})

test('over both doors a survey for fewer than the minimum waits, and its request says how many fit', async () => {
  const id = await givenSurvey(db)
  const change = { version: 0, rule: { is: 'premium', value: true } } as const
  const put = { method: 'PUT', url: `/api/admin/surveys/${id}/eligibility`, body: change } as const
  const asked = await callRest(app, maker.token, put)
  expect(asked).toEqual(waits)
  const input = { id, ...change }
  const path = 'admin.saveEligibility'
  const again = await callTrpc(app, maker.token, { type: 'mutation', path, input })
  expect(again).toMatchObject({ status: 202, body: { code: 'APPROVAL_PENDING' } })
  const url = `/api/admin/approvals/${asked.body.approvalId}`
  const body = { decision: 'approve' }
  expect((await callRest(app, maker.token, { method: 'PUT', url, body })).status).toBe(403)
  expect(await callRest(app, checker.token, { method: 'PUT', url, body })).toMatchObject({
    status: 200,
    body: { state: 'executed', kind: 'save-eligibility', after: { members: 0 } },
  })
  const saved = { method: 'GET', url: `/api/admin/surveys/${id}/eligibility` } as const
  expect(await callRest(app, checker.token, saved)).toMatchObject({ body: { version: 1, rule: change.rule } })
})

test('the list and the page of a request name the member that it is about', async () => {
  const edited = await testApp.member()
  const { memberId: paid, id } = await givenWithdrawal(db)
  const input = { memberId: edited.memberId, points: 70, totalEarnings: 70, reason: 'Missing survey' }
  await callTrpc(app, maker.token, { type: 'mutation', path: 'admin.editEarnings', input })
  const decide = { method: 'PUT', url: `/api/admin/withdrawals/${id}`, body: { status: 'approved' } } as const
  await callRest(app, maker.token, decide)
  await callRest(app, maker.token, { method: 'POST', url: '/api/admin/surveys', body: survey(60) })
  const { body } = await callRest(app, checker.token, {
    method: 'GET',
    url: '/api/admin/approvals?state=waiting',
  })
  const name = async (memberId: string) => {
    const { firstName, lastName } = await db
      .selectFrom('member')
      .select(['firstName', 'lastName'])
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
    return { memberId, memberName: `${firstName} ${lastName}` }
  }
  const found = new Map<string, { id: string }>(body.map((each: { subject: string }) => [each.subject, each]))
  const [edit, pay] = [found.get(`member:${edited.memberId}`), found.get(`withdrawal:${id}`)]
  expect([edit, pay]).toMatchObject([await name(edited.memberId), await name(paid)])
  for (const one of [edit, pay]) {
    const page = { method: 'GET', url: `/api/admin/approvals/${one?.id}` } as const
    expect((await callRest(app, checker.token, page)).body).toEqual(one)
  }
  const offer = body.find(({ kind }: { kind: string }) => kind === 'create-survey')
  expect(offer).toMatchObject({ memberId: null, memberName: null })
})
