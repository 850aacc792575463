import { goodAnswers } from '@chuma/core/surveys/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'
import { accountCases } from './account-cases.ts'
import { analyticsCases } from './analytics-cases.ts'
import { bookCases } from './book-cases.ts'
import { type Case, createWorld, decide, letter, read, type World, write } from './calls.ts'
import { catalogueCases } from './catalogue-cases.ts'
import { comparable } from './comparable.ts'
import { houseCases } from './house-cases.ts'
import { inboxCases } from './inbox-cases.ts'
import { memberCases } from './member-cases.ts'
import { partnerCases } from './partner-cases.ts'
import { profileCases } from './profile-cases.ts'
import { surveyOfferCases } from './survey-offer-cases.ts'
import { webhookCases } from './webhook-cases.ts'

const testApp = await createTestApp()
const { app, deps } = testApp
afterAll(testApp.close)
const owner = await testApp.owner('parity')
const unknownId = '00000000-0000-4000-8000-000000000000'

const cases: Case[] = [
  ...accountCases,
  ...profileCases,
  ...partnerCases(owner),
  ...inboxCases(owner),
  ...houseCases(owner),
  ...bookCases(owner),
  ...memberCases(owner),
  ...catalogueCases(owner),
  ...surveyOfferCases(owner),
  ...analyticsCases(owner),
  ...(await webhookCases(deps, owner)),
  [
    'who I am, signed out',
    401,
    () => ({ ...read('/api/auth/user', 'auth.getUser')({ member: {} } as World) }),
  ],
  ['who I am', 200, read('/api/auth/user', 'auth.getUser')],
  [
    'where to reach us, signed out',
    200,
    () => ({ ...read('/api/contact', 'contact.getDetails')({ member: {} } as World) }),
  ],
  ['a message to us', 200, write('/api/contact', 'contact.sendMessage', letter)],
  ['a message to us, signed out', 200, write('/api/contact', 'contact.sendMessage', letter, { token: null })],
  [
    'a message to us that says nothing',
    400,
    write('/api/contact', 'contact.sendMessage', { name: 'A', email: 'a', subject: 'Hi', message: ' ' }),
  ],
  [
    'surveys, signed out',
    401,
    () => ({ ...read('/api/surveys', 'surveys.listSurveys')({ member: {} } as World) }),
  ],
  [
    'one survey',
    200,
    (world) =>
      read(`/api/surveys/${world.surveyId}`, 'surveys.getSurvey', { surveyId: world.surveyId })(world),
  ],
  [
    'a survey that is not there',
    404,
    read(`/api/surveys/${unknownId}`, 'surveys.getSurvey', { surveyId: unknownId }),
  ],
  ['my surveys', 200, read('/api/user-surveys', 'surveys.listUserSurveys')],
  [
    'starting a survey',
    201,
    (world) => write('/api/user-surveys', 'surveys.startSurvey', { surveyId: world.surveyId })(world),
  ],
  ['starting no survey', 400, write('/api/user-surveys', 'surveys.startSurvey', { surveyId: 'x' })],
  [
    'keeping an answer',
    200,
    ({ surveyId, member }) => {
      const body = { questionId: 2, answer: 3 }
      const input = { ...body, surveyId }
      return write(`/api/surveys/${surveyId}/answers`, 'surveys.saveAnswer', body, {
        input,
        token: member.token,
      })({} as World)
    },
  ],
  [
    'finishing a survey',
    200,
    ({ surveyId, member }) => {
      const body = { answers: goodAnswers }
      const input = { ...body, surveyId }
      return write(`/api/surveys/${surveyId}/complete`, 'surveys.completeSurvey', body, {
        input,
        token: member.token,
      })({} as World)
    },
  ],
  [
    'finishing a survey with answers missing',
    400,
    ({ surveyId, member }) => {
      const body = { answers: { '1': 'SACCO' } }
      const input = { ...body, surveyId }
      return write(`/api/surveys/${surveyId}/complete`, 'surveys.completeSurvey', body, {
        input,
        token: member.token,
      })({} as World)
    },
  ],
  ['log-out', 200, write('/api/auth/logout', 'auth.logout', undefined)],
  ['log-out, signed out', 401, write('/api/auth/logout', 'auth.logout', undefined, { token: null })],
  ['transactions', 200, read('/api/points-transactions?limit=1', 'wallet.listTransactions', { limit: 1 })],
  [
    'transactions, too many',
    400,
    read('/api/points-transactions?limit=1000', 'wallet.listTransactions', { limit: 1000 }),
  ],
  ['withdrawals', 200, read('/api/withdrawals', 'wallet.listWithdrawals')],
  ['saved payout details', 200, read('/api/payout-details', 'wallet.listPayoutDetails')],
  [
    'forgetting payout details',
    200,
    write('/api/payout-details/mpesa', 'wallet.forgetPayoutDetails', undefined, {
      method: 'DELETE',
      input: { method: 'mpesa' },
    }),
  ],
  [
    'forgetting payout details of no method',
    400,
    write('/api/payout-details/cash', 'wallet.forgetPayoutDetails', undefined, {
      method: 'DELETE',
      input: { method: 'cash' },
    }),
  ],
  [
    'deciding as a member',
    403,
    ({ withdrawalId, member }) => decide(withdrawalId, { status: 'approved' }, member.token),
  ],
  ['approving', 200, ({ withdrawalId }) => decide(withdrawalId, { status: 'approved' }, owner.token)],
  [
    'rejecting without a reason',
    400,
    ({ withdrawalId }) => decide(withdrawalId, { status: 'rejected' }, owner.token),
  ],
  [
    'rejecting',
    200,
    ({ withdrawalId }) => decide(withdrawalId, { status: 'rejected', adminNotes: 'No' }, owner.token),
  ],
  [
    'paying before approving',
    409,
    ({ withdrawalId }) => decide(withdrawalId, { status: 'paid', adminNotes: 'R' }, owner.token),
  ],
  ['deciding nothing', 404, () => decide(unknownId, { status: 'approved' }, owner.token)],
  [
    'staff log-in',
    401,
    write('/api/admin/login', 'admin.login', { username: 'nobody', password: 'x' }, { token: null }),
  ],
  ['statistics as a member', 403, read('/api/admin/stats', 'admin.getStats')],
  [
    'statistics',
    200,
    () => ({ ...read('/api/admin/stats', 'admin.getStats')({ member: owner } as unknown as World) }),
  ],
  [
    'staff list',
    200,
    () =>
      read('/api/admin/withdrawals?limit=1', 'admin.listWithdrawals', { limit: 1 })({
        member: owner,
      } as unknown as World),
  ],
]

test.each(cases)('%s answers %i and the same through both doors', async (_name, status, calls) => {
  const [first, second] = [calls(await createWorld(testApp)), calls(await createWorld(testApp))]
  const rest = await callRest(app, first.token, first.rest)
  const trpc = await callTrpc(app, second.token, second.trpc)
  expect(comparable(trpc.body)).toEqual(comparable(rest.body))
  // REST alone has a word for having made something.
  expect([rest.status, trpc.status]).toEqual([status, status === 201 ? 200 : status])
})

test.each([
  ['as somebody unknown', undefined, 401, 'Sign in first'],
  ['with too few points', 51, 409, "You don't have enough points for this withdrawal."],
  ['with half a point', 0.5, 400, 'pointsToWithdraw: Enter a whole number of points'],
])('a withdrawal %s fails alike, as plain text over REST', async (_name, points, status, text) => {
  const { member, mpesaNumber } = await createWorld(testApp)
  const token = points === undefined ? undefined : member.token
  const body = { pointsToWithdraw: points ?? 1, withdrawalMethod: 'mpesa', mpesaNumber }
  const rest = await callRest(app, token, { method: 'POST', url: '/api/withdrawals', body })
  const trpc = await callTrpc(app, token, { type: 'mutation', path: 'wallet.requestWithdrawal', input: body })
  expect(rest).toEqual({ status, body: text })
  expect(trpc.status).toBe(status)
  const [field, message] = text.split(': ')
  expect(trpc.body).toMatchObject(message ? { fieldErrors: { [field ?? '']: [message] } } : { message: text })
})

test('a bug never leaks its message, and blames no field', async () => {
  const { member } = await createWorld(testApp)
  const broken = await createTestApp()
  try {
    const { token } = await broken.member()
    await sql`alter table withdrawal rename column bank_name to bank`.execute(broken.db)
    const rest = await callRest(broken.app, token, { method: 'GET', url: '/api/withdrawals' })
    const trpc = await callTrpc(broken.app, token, { type: 'query', path: 'wallet.listWithdrawals' })
    expect(rest).toEqual(trpc)
    expect(rest).toEqual({
      status: 500,
      body: { code: null, message: 'Something went wrong', fieldErrors: null },
    })
  } finally {
    await broken.close()
  }
  expect(member.token).toMatch(/^u_/)
})
