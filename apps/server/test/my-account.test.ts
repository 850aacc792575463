import { password } from '@chuma/core/account/testing'
import { givenMemberWithPassword } from '@chuma/core/auth/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../src/testing.ts'

const testApp = await createTestApp()
const { app, db } = testApp
afterAll(testApp.close)

async function givenSignedIn() {
  const member = await givenMemberWithPassword(db, { password })
  const { body } = await callRest(app, undefined, {
    method: 'POST',
    url: '/api/auth/login',
    body: { email: member.email, password },
  })
  return { ...member, token: body.token as string }
}

test('the data export is a file named after the day, and is cached nowhere', async () => {
  const { token, email } = await testApp.member({ points: 5 })
  const answer = await app.inject({
    url: '/api/account/export',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode).toBe(200)
  const { exportedOn, account } = answer.json()
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="chuma-data-${exportedOn}.json"`,
    'cache-control': 'no-store',
  })
  expect(account.email).toBe(email)
})

test('deleting an account signs its member out at both doors, and they can still restore it', async () => {
  const { token, email } = await givenSignedIn()
  const request = { method: 'POST', url: '/api/account/deletion' } as const
  const wrong = await callRest(app, token, { ...request, body: { password: 'wrong' } })
  expect(wrong).toMatchObject({ status: 403, body: { code: 'WRONG_PASSWORD' } })
  const asked = await callRest(app, token, { ...request, body: { password } })
  expect(asked).toMatchObject({ status: 200, body: { deletionDueAt: expect.any(String) } })

  expect((await callRest(app, token, { method: 'GET', url: '/api/auth/user' })).status).toBe(401)
  expect((await callTrpc(app, token, { type: 'query', path: 'account.getProfile' })).status).toBe(401)
  const credentials = { email, password }
  const logIn = { method: 'POST', url: '/api/auth/login', body: credentials } as const
  expect(await callRest(app, undefined, logIn)).toMatchObject({
    status: 403,
    body: { code: 'ACCOUNT_CLOSING' },
  })
})

test('an account can be closed through the typed door too', async () => {
  const { token } = await givenSignedIn()
  const call = { type: 'mutation', path: 'account.requestDeletion', input: { password } } as const
  expect((await callTrpc(app, token, call)).status).toBe(200)
  expect((await callTrpc(app, token, call)).status).toBe(401)
})
