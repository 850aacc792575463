import { newReceipt } from '@chuma/core/payouts/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../src/testing.ts'

const testApp = await createTestApp()
const { app } = testApp
afterAll(testApp.close)
const owner = await testApp.owner('files')
const member = await testApp.member()

const rows = (count: number) =>
  Array.from({ length: count }, () => `${newReceipt()},700,254712345678,2026-01-05 10:00:00`)
const file = (count: number) => `receipt,amount,number,completed at\n${rows(count).join('\n')}`
const rest = { method: 'POST', url: '/api/admin/reconciliation/statements' } as const
const trpc = { type: 'mutation', path: 'admin.importStatement' } as const

test('a file longer than any other call goes through both doors', async () => {
  const body = { csv: file(3000), isDryRun: true }
  expect(JSON.stringify(body).length).toBeGreaterThan(64 * 1024)
  const answers = [
    await callRest(app, owner.token, { ...rest, body }),
    await callTrpc(app, owner.token, { ...trpc, input: body }),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { rowCount: 3000 } })
})

test.each([
  ['a visitor', undefined, 401, 'NOT_SIGNED_IN'],
  ['a member', member.token, 403, 'FORBIDDEN'],
])('%s is refused at both doors, however long the call is', async (_name, token, status, code) => {
  const body = { csv: 'x'.repeat(9_000_000) }
  expect(await callRest(app, token, { ...rest, body })).toMatchObject({ status, body: { code } })
  expect(await callTrpc(app, token, { ...trpc, input: body })).toMatchObject({ status, body: { code } })
})

test('a file longer than any statement is refused before it is read in full', async () => {
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
  const payload = JSON.stringify({ json: { csv: 'x'.repeat(9_000_000) } })
  for (const url of [rest.url, `/trpc/${trpc.path}`]) {
    expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(413)
  }
})

test('no other call may be that long', async () => {
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
  const payload = JSON.stringify({ json: { day: 'x'.repeat(100_000) } })
  for (const url of ['/api/admin/reconciliation', '/trpc/admin.reconcileDay']) {
    expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(413)
  }
})
