import { createTestDeps } from '@chuma/core/testing'
import { createDb, getPoolStats } from '@chuma/db/client'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { watchAnswers } from '../../src/openapi/testing.ts'
import { createTestApp } from '../../src/testing.ts'
import { findPorts } from '../chaos/find-ports.ts'
import { startTcpProxy } from '../chaos/tcp-proxy.ts'

const OPEN = 60
const MAX_WAITING = 20
const CONNECTIONS = 4

const house = await createTestApp()
const [port = 0] = await findPorts(1)
const network = await startTcpProxy({ port, target: Number(new URL(house.serverUrl).port) })
const url = new URL(house.serverUrl)
url.port = String(port)
const db = createDb(url.href, {
  max: CONNECTIONS,
  waitMs: 1500,
  maxWaiting: MAX_WAITING,
  silenceMs: 2500,
})
const app = await buildApp({
  deps: createTestDeps(db),
  publicUrl: 'http://localhost:3000',
  webRoot: '/nonexistent',
  demoLogin: null,
  trustProxy: false,
  arrivals: { perToken: 40, perNetwork: 300, perProcess: OPEN },
})
watchAnswers(app)
afterAll(async () => {
  await app.close()
  await db.destroy()
  await network.close()
  await house.close()
})

test('while the database says nothing, every call is soon told so, few wait, and all is well when it returns', async () => {
  const { token } = await house.member()
  const ask = (address: string) =>
    app.inject({
      url: '/api/wallet/balance',
      headers: { authorization: `Bearer ${token}` },
      remoteAddress: address,
    })
  // Each from its own token: an account's own limit is not what keeps them out.
  const askAs = (number: number) =>
    app.inject({
      url: '/api/wallet/balance',
      headers: { authorization: `Bearer ${token.slice(0, -4)}${String(number).padStart(4, '0')}` },
      remoteAddress: `10.0.${number >> 8}.${number & 255}`,
    })
  await expect.poll(async () => (await ask('203.0.113.7')).statusCode).toBe(200)

  network.stall()
  const calls = Array.from({ length: 3000 }, (_, number) => askAs(number))
  await new Promise(setImmediate)
  expect(getPoolStats(db).waiting).toBeLessThanOrEqual(MAX_WAITING)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  // All of them are answered before the database is.
  const answers = await Promise.all(calls)
  const said = answers.map(({ statusCode, headers, json }) =>
    [statusCode, json().code, Number(headers['retry-after']) > 0].join(' '),
  )
  // Those that held a connection when it broke hear that the database is unreachable.
  const unreachable = said.filter((each) => each === '503 UNAVAILABLE true')
  expect(unreachable.length).toBeLessThanOrEqual(CONNECTIONS)
  expect(said.filter((each) => each === '503 BUSY true')).toHaveLength(3000 - unreachable.length)
  expect(getPoolStats(db).waiting).toBe(0)

  network.resume()
  await expect.poll(async () => (await ask('203.0.113.7')).statusCode).toBe(200)
  await expect.poll(async () => (await app.inject('/readyz')).statusCode).toBe(200)
})
