import { givenMemberWithPassword } from '@chuma/core/auth/testing'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from '../../src/env.ts'
import { createLogger } from '../../src/logging/logger.ts'
import { createTestApp } from '../../src/testing.ts'

const testApp = await createTestApp()
const { db } = testApp
const lines: string[] = []
const password = 'maji-safi-ya-kunywa'

const build = (TRUST_PROXY: string) =>
  testApp.open({
    trustProxy: readEnv({ TRUST_PROXY }).trustProxy,
    logger: createLogger('info', { write: (line: string) => lines.push(line) }),
  })
const direct = await build('off')
const behindOne = await build('1')
const behindNamed = await build('10.0.0.0/8')
afterAll(testApp.close)

const FORGED = {
  'x-real-ip': '6.6.6.6',
  'x-client-ip': '6.6.6.6',
  'client-ip': '6.6.6.6',
  'true-client-ip': '6.6.6.6',
  'cf-connecting-ip': '6.6.6.6',
  forwarded: 'for=6.6.6.6',
}

/** Sign in with these headers, and return the addresses that the session and the log record. */
async function addressesAfterLogIn(
  app: typeof direct,
  headers: Record<string, string>,
  remoteAddress: string,
) {
  lines.length = 0
  const { memberId, email } = await givenMemberWithPassword(db, { password })
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { ...FORGED, ...headers },
    remoteAddress,
    payload: { email, password },
  })
  expect(answer.statusCode).toBe(200)
  const { address } = await db
    .selectFrom('session')
    .select('address')
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const logged = lines.map((line) => JSON.parse(line)).find((entry) => entry.req)
  return [address, logged?.req.address]
}

test('without a proxy no header changes a caller’s address', async () => {
  const headers = { 'x-forwarded-for': '6.6.6.6, 7.7.7.7' }
  expect(await addressesAfterLogIn(direct, headers, '203.0.113.9')).toEqual(['203.0.113.9', '203.0.113.9'])
})

test('behind one proxy only the address it adds counts', async () => {
  const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' }
  expect(await addressesAfterLogIn(behindOne, headers, '10.0.0.1')).toEqual(['203.0.113.9', '203.0.113.9'])
})

test('forwarding headers of callers that bypass the named proxy are ignored', async () => {
  const headers = { 'x-forwarded-for': '6.6.6.6' }
  expect(await addressesAfterLogIn(behindNamed, headers, '203.0.113.9')).toEqual([
    '203.0.113.9',
    '203.0.113.9',
  ])
  expect(await addressesAfterLogIn(behindNamed, headers, '10.1.2.3')).toEqual(['6.6.6.6', '6.6.6.6'])
})

test('a forwarded host or protocol changes no link or guard', async () => {
  const answer = await behindOne.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: {
      origin: 'https://evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    },
    payload: { email: 'a@example.com', password },
  })
  expect(answer.statusCode).toBe(403)
})
