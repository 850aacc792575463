import { givenDrinks, drinks } from '@chuma/core/surveys/quotas/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callRest, createTestApp, type RestCall } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, db, deps } = testApp
afterAll(testApp.close)
const { token: owner } = await testApp.owner('signoff-owner')
const staff = { name: 'staff:test', address: null }

const call = (method: RestCall['method'], url: string, body?: unknown, token?: string) =>
  callRest(app, token, { method, url, body })

async function givenLink(id: string) {
  const made = await call('POST', `/api/admin/surveys/${id}/sign-off/links`, { version: 1 }, owner)
  expect(made.status).toBe(201)
  const [page, token] = made.body.url.split('#')
  expect(page).toBe('http://localhost:3000/client/sign-off')
  return { id: made.body.id, token }
}
