import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { sendError } from '../rest/send-error.ts'
import { limitArrivals } from './arrivals.ts'

const limits = { perToken: 2, perNetwork: 4, perProcess: 6 }
const apps: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

/** A door whose answers a test holds back until `answerAll`. */
async function openDoor() {
  const lines: string[] = []
  const app = Fastify({ logger: { stream: { write: (line) => void lines.push(line) } } })
  apps.push(app)
  app.setErrorHandler(sendError)
  await app.register(limitArrivals, { limits })
  const held: (() => void)[] = []
  app.get('/api/held', () => new Promise((resolve) => held.push(() => resolve('answered'))))
  app.get('/trpc/:path', () => new Promise((resolve) => held.push(() => resolve('answered'))))
  app.get('/healthz', async () => 'ok')
  let number = 0
  const call = async ({ token = `${number++}`, address = `10.0.0.${number++}`, url = '/api/held' }) => {
    const { statusCode, headers, body } = await app.inject({
      url,
      headers: { authorization: `Bearer ${token}` },
      remoteAddress: address,
    })
    if (statusCode === 200) return body
    return [statusCode, JSON.parse(body).code, headers['retry-after']]
  }
  /** As many calls as are let in: the others are answered. */
  const fill = async (calls: Promise<unknown>[]) => {
    while (held.length < calls.length) await new Promise(setImmediate)
    return calls
  }
  const answerAll = async (calls: Promise<unknown>[]) => {
    for (const answer of held.splice(0)) answer()
    expect(await Promise.all(calls)).toEqual(calls.map(() => 'answered'))
  }
  return { app, call, fill, answerAll, lines }
}

test('one request more than a token, a network or a process may have open is refused at once', async () => {
  const { app, call, fill, answerAll } = await openDoor()
  const calls = await fill([call({ token: 'a' }), call({ token: 'a' })])
  expect(await call({ token: 'a' })).toEqual([429, 'TOO_MANY_AT_ONCE', '1'])

  const address = '203.0.113.7'
  const all = await fill([...calls, ...Array.from({ length: 4 }, () => call({ address }))])
  expect(await call({ address })).toEqual([503, 'BUSY', '1'])
  expect((await app.inject('/healthz')).body).toBe('ok')

  await answerAll(all)
  const others = await fill(Array.from({ length: 4 }, () => call({ address })))
  expect(await call({ address })).toEqual([429, 'TOO_MANY_AT_ONCE', '1'])
  await answerAll(others)
})

test('a refusal because the process is full writes no line with a stack, which a flood would fill the log with', async () => {
  const { call, fill, answerAll, lines } = await openDoor()
  const calls = await fill(Array.from({ length: 6 }, () => call({})))
  expect(await call({})).toEqual([503, 'BUSY', '1'])
  expect(lines.filter((line) => line.includes('"stack"'))).toEqual([])
  await answerAll(calls)
})

test('an open live stream takes no place of calls', async () => {
  const { call, fill, answerAll } = await openDoor()
  const streams = await fill([1, 2].map(() => call({ token: 'a', url: '/trpc/wallet.onChange' })))
  await answerAll(await fill([...streams, call({ token: 'a' }), call({ token: 'a' })]))
})

test('a source that repeats refused calls without waiting gets fifty refusals at once, and the others a second later', async () => {
  const { app, call, fill, answerAll } = await openDoor()
  const calls = await fill([call({ token: 'a' }), call({ token: 'a' })])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let answered = 0
  const refusals = Array.from({ length: 60 }, async () => {
    await call({ token: 'a' })
    answered += 1
  })
  while (answered < 50) await new Promise(setImmediate)
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  expect(answered).toBe(50)
  // Another source does not wait.
  expect((await app.inject('/healthz')).body).toBe('ok')
  await vi.advanceTimersByTimeAsync(1000)
  await Promise.all(refusals)
  vi.useRealTimers()
  await answerAll(calls)
})
