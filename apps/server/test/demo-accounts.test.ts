import { DEMO_MEMBERS, DEMO_STAFF } from '@chuma/core/demo/seed-demo'
import { openStoryDb } from '@chuma/core/demo/story/testing'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { callRest } from '../src/testing.ts'

const { deps } = await openStoryDb()
const app = await buildApp({
  deps,
  publicUrl: 'http://localhost:3000',
  webRoot: '/nonexistent',
  demoLogin: DEMO_STAFF,
  trustProxy: false,
})
afterAll(() => app.close())

test('the first page of GET /api/admin/users in a fresh demo has the demo’s own accounts, newest first', async () => {
  const { username, password } = DEMO_STAFF
  const login = { method: 'POST', url: '/api/admin/login', body: { username, password } } as const
  const { body: staff } = await callRest(app, undefined, login)
  const { status, body } = await callRest(app, staff.token, { method: 'GET', url: '/api/admin/users' })
  expect([status, body.length <= 500]).toEqual([200, true])
  const emails = body.map(({ email }: { email: string }) => email)
  expect(emails).toEqual(expect.arrayContaining(DEMO_MEMBERS.map(({ email }) => email)))
  expect(emails).toEqual(expect.arrayContaining(['member@demo.chuma', 'premium@demo.chuma']))
  const joined = body.map(({ createdAt }: { createdAt: string }) => createdAt)
  expect(joined).toEqual(joined.toSorted().reverse())
})
