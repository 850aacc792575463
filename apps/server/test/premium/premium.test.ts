import { givenStaff } from '@chuma/core/admin/testing'
import { takeJobs } from '@chuma/core/payouts/testing'
import { pushPremiumPayment } from '@chuma/core/premium/payments'
import { createScriptedCollector } from '@chuma/core/premium/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp, type RestCall, type TrpcCall } from '../../src/testing.ts'
import { comparable } from './comparable.ts'

const { collector } = createScriptedCollector()
const testApp = await createTestApp({ collector })
const { app, db, deps } = testApp
afterAll(testApp.close)
beforeEach(() => takeJobs(db))
const { token: staffToken } = await givenStaff(deps, { role: 'finance' })

let numbers = 0
const newNumber = () => `07${String(41_000_000 + numbers++)}`

type Calls = { token: string; rest: RestCall; trpc: TrpcCall }
const get = (token: string, url: string, path: string): Calls => ({
  token,
  rest: { method: 'GET', url },
  trpc: { type: 'query', path, input: {} },
})
type Door = { url: string; path: string; body?: object; inPath?: object }
const post = (token: string, { url, path, body, inPath }: Door): Calls => ({
  token,
  rest: { method: 'POST', url, ...(body && { body }) },
  trpc: { type: 'mutation', path, ...((body || inPath) && { input: { ...inPath, ...body } }) },
})
const pay = (token: string, body: object) =>
  post(token, { url: '/api/premium/payments', path: 'premium.payPremium', body })
const nobody = '00000000-0000-4000-8000-000000000000'

const grantTo = (memberId: string, body: object, token = staffToken) =>
  post(token, {
    url: `/api/admin/users/${memberId}/premium`,
    path: 'admin.grantPremium',
    inPath: { memberId },
    body,
  })
const endOf = (memberId: string, body: object) =>
  post(staffToken, {
    url: `/api/admin/users/${memberId}/premium/end`,
    path: 'admin.endPremium',
    inPath: { memberId },
    body,
  })
const decide = (id: string, body: object) =>
  post(staffToken, {
    url: `/api/admin/premium-payments/${id}/decide`,
    path: 'admin.decidePremiumPayment',
    inPath: { id },
    body,
  })

/** Each is prepared separately for each door. */
const cases: [name: string, status: number, prepare: () => Promise<Calls>][] = [
  [
    'premium of a free member',
    200,
    async () => get((await testApp.member()).token, '/api/premium', 'premium.getPremium'),
  ],
  ['a payment', 200, async () => pay((await testApp.member()).token, { mpesaNumber: newNumber() })],
  [
    'a payment to no number',
    400,
    async () => pay((await testApp.member()).token, { mpesaNumber: '1', months: 0 }),
  ],
  [
    'cancelling without premium',
    409,
    async () =>
      post((await testApp.member()).token, { url: '/api/premium/cancel', path: 'premium.cancelPremium' }),
  ],
  [
    'cancelling',
    200,
    async () =>
      post((await testApp.member({ premium: true })).token, {
        url: '/api/premium/cancel',
        path: 'premium.cancelPremium',
      }),
  ],
  [
    'going on',
    200,
    async () =>
      post((await testApp.member({ premium: true })).token, {
        url: '/api/premium/resume',
        path: 'premium.resumePremium',
      }),
  ],
  ['a grant', 200, async () => grantTo((await testApp.member()).memberId, { months: 2, reason: 'Prize' })],
  ['a grant to nobody', 404, async () => grantTo(nobody, { months: 2, reason: 'Prize' })],
  ['a grant without a reason', 400, async () => grantTo(nobody, { months: 2, reason: '' })],
  [
    'an end',
    200,
    async () => endOf((await testApp.member({ premium: true })).memberId, { reason: 'Refund' }),
  ],
  ['an end of nothing', 409, async () => endOf((await testApp.member()).memberId, { reason: 'Refund' })],
  ['a decision about nothing', 404, async () => decide(nobody, { decision: 'close', note: 'Seen' })],
  ['payments', 200, async () => get(staffToken, '/api/admin/premium-payments', 'admin.listPremiumPayments')],
]

test.each(cases)('%s answers %i and the same through both doors', async (_name, status, prepare) => {
  const rest = await prepare()
  const overRest = await callRest(app, rest.token, rest.rest)
  const trpc = await prepare()
  const overTrpc = await callTrpc(app, trpc.token, trpc.trpc)
  expect(overRest.status).toBe(status)
  expect(overTrpc.status).toBe(status)
  expect(comparable(overTrpc.body)).toEqual(comparable(overRest.body))
})

test('a callback to a payment’s address is stored and answered; any other address is not found', async () => {
  const member = await testApp.member()
  await callRest(app, member.token, pay(member.token, { mpesaNumber: newNumber() }).rest)
  const [job] = await takeJobs(db)
  await pushPremiumPayment({ ...deps, collector }, job?.data as never)
  const references = await db
    .selectFrom('premiumReference')
    .select('kind')
    .where('memberId', '=', member.memberId)
    .execute()
  expect(references.map(({ kind }) => kind).sort()).toEqual(['callback-token', 'checkout'])
  const unknown = await app.inject({
    method: 'POST',
    url: `/hooks/d/s/${'c0ffee'.repeat(10)}`,
    payload: '{}',
  })
  expect(unknown.statusCode).toBe(404)
  expect(await db.selectFrom('premiumCallback').select('callbackId').execute()).toEqual([])
})
