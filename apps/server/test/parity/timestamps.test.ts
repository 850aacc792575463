import { appRouter } from '@chuma/api/app-router'
import { listEndpoints } from '@chuma/api/list-endpoints'
import { givenLife } from '@chuma/core/account/testing'
import { openSession } from '@chuma/core/auth/log-in'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { createTestApp } from '../../src/testing.ts'

const { app, db, close } = await createTestApp()
afterAll(close)

const { memberId } = (await givenLife(db)).member
const visitor = { member: null, staff: null, apiKey: null, address: null, userAgent: null }
const { token } = await db.transaction().execute((trx) => openSession(trx, visitor, { memberId }))
const headers = { authorization: `Bearer ${token}` }

const ISO = '"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"'

test.each([
  ['/api/withdrawals', ['"requestedAt":ISO', '"paidAt":ISO', '"paidAt":null']],
  ['/api/clicks', ['"clickedAt":ISO', '"availableAt":null', '"claim":\\{[^}]*"openedAt":ISO']],
])('both doors send the timestamps of %s as the same text', async (url, expected) => {
  const procedure = listEndpoints().find((each) => each.method === 'GET' && each.url === url)?.procedure
  const rest = await app.inject({ url, headers })
  const rpc = await app.inject({ url: `/trpc/${procedure}`, headers })
  expect(rpc.json()).toEqual({ result: { data: { json: rest.json() } } })
  for (const pattern of expected) expect(rest.body).toMatch(new RegExp(pattern.replace('ISO', ISO)))
})

type Definition = { _def: { output?: z.ZodType } }

test('no procedure answers a Date', () => {
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Definition>)
  // zod has no JSON Schema for a Date, and throws.
  const failed = procedures.filter(([, { _def }]) => {
    try {
      if (_def.output) z.toJSONSchema(_def.output)
      return false
    } catch {
      return true
    }
  })
  expect(failed.map(([name]) => name)).toEqual([])
  expect(procedures.length).toBeGreaterThan(190)
})
