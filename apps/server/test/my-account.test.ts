import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../src/testing.ts'

const testApp = await createTestApp()
afterAll(testApp.close)

test('the data export is a file named after the day, and is cached nowhere', async () => {
  const { token, email } = await testApp.member({ points: 5 })
  const answer = await testApp.app.inject({
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
