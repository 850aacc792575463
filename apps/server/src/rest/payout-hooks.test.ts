import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import type { Payment } from '@chuma/core/payouts/attempts/payouts'
import { sendPayout } from '@chuma/core/payouts/attempts/send-payout'
import {
  createPayoutDeps,
  createScriptedProvider,
  finance,
  givenWithdrawal,
} from '@chuma/core/payouts/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../testing.ts'

const { provider, sends } = createScriptedProvider()
const { app, db, close, open } = await createTestApp()
afterAll(close)

async function givenPayment(): Promise<Payment> {
  const deps = createPayoutDeps(db, provider)
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await sendPayout(deps, ref)
  const payment = sends.at(-1)
  if (!payment) throw new Error('nothing was sent')
  return payment
}

const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: new URL(url, 'http://localhost').pathname, payload, headers })

const listBodies = async () => {
  const rows = await db
    .selectFrom('payoutCallback')
    .select(['kind', 'body', 'address'])
    .orderBy('receivedAt')
    .execute()
  return rows.map((row) => ({ ...row, body: row.body.toString('latin1') }))
}

test('anything sent to the right address is stored byte for byte and accepted', async () => {
  const { resultUrl, timeoutUrl } = await givenPayment()
  const sent = [
    [resultUrl, '{"Result":{}}', { 'content-type': 'application/json' }],
    [resultUrl, '{"broken', { 'content-type': 'application/json' }],
    [resultUrl, '<html>', { 'content-type': 'text/xml; charset=utf-8' }],
    [resultUrl, '\0\xff', {}],
    [timeoutUrl, '', {}],
    [timeoutUrl, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
  ] as const
  for (const [url, body, headers] of sent) {
    const response = await post(url, Buffer.from(body, 'latin1'), headers)
    expect([response.statusCode, response.json()]).toEqual([200, { ResultCode: 0, ResultDesc: 'Accepted' }])
  }
  expect(await listBodies()).toEqual(
    sent.map(([url, body]) => ({
      kind: url === resultUrl ? 'result' : 'timeout',
      body,
      address: '127.0.0.1',
    })),
  )
})

test('a repeated callback is accepted again and stored once', async () => {
  const { resultUrl } = await givenPayment()
  const before = await listBodies()
  for (let turn = 0; turn < 3; turn++) expect((await post(resultUrl, 'same')).statusCode).toBe(200)
  expect(await listBodies()).toHaveLength(before.length + 1)
})

test.each([
  ['a forged token', `/hooks/d/r/${'0'.repeat(64)}`],
  ['a strange token', '/hooks/d/r/%00..%2f'],
  ['no token', '/hooks/d/r/'],
  ['another kind', `/hooks/d/x/${'0'.repeat(64)}`],
])('%s is not found, and nothing is stored', async (_name, url) => {
  const before = await listBodies()
  expect((await post(url, '{}', { 'content-type': 'application/json' })).statusCode).toBe(404)
  expect(await listBodies()).toEqual(before)
})

test('a huge body is refused', async () => {
  const { resultUrl } = await givenPayment()
  expect((await post(resultUrl, 'x'.repeat(64 * 1024 + 1))).statusCode).toBe(413)
  expect((await post(resultUrl, 'x'.repeat(64 * 1024))).statusCode).toBe(200)
})

test('the callback addresses contain no word that Safaricom refuses', async () => {
  const { resultUrl, timeoutUrl } = await givenPayment()
  for (const url of [resultUrl, timeoutUrl]) expect(url).not.toMatch(/m-?pesa|safaricom|exe|cmd|sql|query/i)
})

test('an invalid forwarded address, as a proxy may pass on, does not lose a callback', async () => {
  const { resultUrl } = await givenPayment()
  const proxied = await open({
    deps: createPayoutDeps(db, provider),
    trustProxy: (_address, hop) => hop < 1,
  })
  const response = await proxied.inject({
    method: 'POST',
    url: new URL(resultUrl).pathname,
    payload: '{"of":"nowhere"}',
    headers: { 'x-forwarded-for': 'unknown' },
  })
  expect(response.statusCode).toBe(200)
  expect((await listBodies()).at(-1)).toEqual({ kind: 'result', body: '{"of":"nowhere"}', address: null })
})
