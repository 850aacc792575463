import { createDb } from '@chuma/db/client'
import { createTestDb } from '@chuma/db/testing'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { createMetrics } from '../src/metrics/metrics.ts'
import { buildWorkerApp } from '../src/run.ts'
import { callRest, callTrpc, createTestApp } from '../src/testing.ts'

/** A silent program: routes with a log level of their own would still write. */
const quiet = pino({ level: 'silent' }, { write: () => {} })
const token = 'a-token-of-the-collector'
const testApp = await createTestApp()
const { db } = testApp
const app = await testApp.open({
  metrics: { metrics: createMetrics(db), token },
})
afterAll(testApp.close)

const read = (from = app, authorization = `Bearer ${token}`) =>
  from.inject({ url: '/metrics', headers: { authorization } })

test('only a caller with the token reads the figures', async () => {
  for (const authorization of ['', 'Bearer ', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`]) {
    expect([authorization, (await read(app, authorization)).statusCode]).toEqual([authorization, 401])
  }
  expect((await testApp.app.inject('/metrics')).statusCode).toBe(404)
})

test('the figures cover requests by matched route, procedures, the pool and the money', async () => {
  const member = await testApp.member({ points: 700 })
  await callRest(app, member.token, { method: 'GET', url: '/api/activity?limit=3' })
  await callTrpc(app, undefined, { type: 'query', path: 'wallet.listWithdrawals' })
  await app.inject('/api/whatever-a-stranger-types')
  const { body, headers } = await read()
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toContain(
    'chuma_http_request_seconds_count{method="GET",route="/api/activity",status="200"} 1',
  )
  expect(body).toContain(
    'chuma_procedure_seconds_count{procedure="wallet.listWithdrawals",outcome="NOT_SIGNED_IN"} 1',
  )
  expect(body).not.toContain('whatever')
  for (const name of [
    'pool_connections{pool="doors",state="waiting"}',
    'liability_points',
    'oldest_pending_withdrawal_seconds',
  ]) {
    expect(body).toMatch(new RegExp(`^chuma_${name.replaceAll(/[{}]/g, '\\$&')} \\d`, 'm'))
  }
  expect(body).toMatch(/^chuma_postings_last_hour\{kind="\w[\w-]*"\} [1-9]/m)
  expect(body).toMatch(/^nodejs_eventloop_lag_seconds \d/m)
})

test('when the database is away, only its figures are missing', async () => {
  const gone = createDb('postgres://nobody@127.0.0.1:1/nothing')
  const worker = await buildWorkerApp({
    db: gone,
    logger: quiet,
    metrics: { metrics: createMetrics(gone), token },
  })
  const { statusCode, body } = await read(worker)
  expect(statusCode).toBe(200)
  expect(body).toMatch(/^process_resident_memory_bytes \d/m)
  expect((await worker.inject('/readyz')).statusCode).toBe(503)
  expect((await worker.inject('/api/surveys')).statusCode).toBe(404)
  await worker.close()
  await gone.destroy()
})

test('while the database is away no old figure of the installation is shown as current', async () => {
  const { url, close } = await createTestDb({ max: 1 })
  const other = createDb(url, { max: 1 })
  const worker = await buildWorkerApp({
    db: other,
    logger: quiet,
    metrics: { metrics: createMetrics(other), token },
  })
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    expect((await read(worker)).body).toMatch(/^chuma_liability_points \d/m)
    await other.destroy()
    // The last figures stay for this long, whichever scraper asks.
    expect((await read(worker)).body).toMatch(/^chuma_liability_points \d/m)
    vi.advanceTimersByTime(10_000)
    const { body } = await read(worker)
    expect(body).toMatch(/^chuma_pool_connections\{pool="doors",state="waiting"\} 0/m)
    expect(body).not.toMatch(/chuma_(liability|oldest|withdrawals|jobs|postings|failed|unsent)/)
  } finally {
    vi.useRealTimers()
    await worker.close()
    await close()
  }
})

test('a process that is about to stop keeps serving and reports that it is not ready', async () => {
  const worker = await buildWorkerApp({ db, logger: quiet })
  expect((await worker.inject('/readyz')).statusCode).toBe(200)
  await worker.drain(0)
  const ready = await worker.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'stopping' }])
  const alive = await worker.inject('/healthz')
  expect([alive.statusCode, alive.headers.connection]).toEqual([200, 'close'])
  await worker.close()
})
