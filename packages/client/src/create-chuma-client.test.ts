import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChumaClient } from './create-chuma-client.ts'
import { isChumaError } from './is-chuma-error.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The maximum of the jittered waits.
  vi.spyOn(Math, 'random').mockReturnValue(1)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Answer = () => Response | Promise<Response>
type Sent = { at: number; method: string; url: string; headers: Headers }

const json = (status: number, body: object, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const done = (data: unknown) => () => json(200, { result: { data: { json: data } } })
const refused = (
  httpStatus: number,
  appCode: string | null,
  more: { headers?: object; fieldErrors?: object } = {},
) => {
  const { headers, fieldErrors = null } = more
  const data = { code: 'BAD_REQUEST', httpStatus, appCode, fieldErrors }
  return () =>
    json(httpStatus, { error: { json: { code: -32600, message: `No: ${appCode}`, data } } }, headers)
}
const page = (status: number) => () =>
  new Response('<h1>Bad gateway</h1>', { status, headers: { 'content-type': 'text/html' } })
const broken = () => Promise.reject(new TypeError('fetch failed'))
const silence = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** A client whose server answers each request as scripted, and the requests it received. */
function createScripted(answers: (Answer | 'silence')[], options = {}) {
  const begin = Date.now()
  const sent: Sent[] = []
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({
      at: Date.now() - begin,
      method: init.method ?? 'GET',
      url: String(url),
      headers: new Headers(init.headers),
    })
    const answer = answers[sent.length - 1]
    if (!answer) throw new Error('sent more often than the script has answers')
    return answer === 'silence' ? silence(init.signal as AbortSignal) : answer()
  }
  return { chuma: createChumaClient({ url: 'http://chuma.test/', token: 'secret', fetch, ...options }), sent }
}

/** The outcome after all waits. */
async function settle<Value>(call: Promise<Value>) {
  const ended = call.then(
    (value) => ({ value, error: null }),
    (error: Error) => ({ value: null, error }),
  )
  await vi.runAllTimersAsync()
  return ended
}

const mpesa = { withdrawalMethod: 'mpesa', pointsToWithdraw: 1, mpesaNumber: '0712345678' } as const
const mailbox = { email: 'amani@example.com' }

test('a query is retried after network and proxy errors, with growing waits', async () => {
  const { chuma, sent } = createScripted([broken, page(502), refused(503, 'BUSY'), done(7)])
  expect(await settle(chuma.wallet.getBalance.query())).toMatchObject({ value: 7 })
  expect(sent.map(({ at }) => at)).toEqual([0, 250, 750, 1750])
})

test('callers that failed together do not retry together', async () => {
  vi.mocked(Math.random).mockReturnValue(0)
  const { chuma, sent } = createScripted([page(503), done(7)])
  await settle(chuma.wallet.getBalance.query())
  expect(sent.map(({ at }) => at)).toEqual([0, 125])
})

test('after three retries a query fails with the last answer', async () => {
  const { chuma, sent } = createScripted([page(503), page(503), page(503), refused(503, 'UNAVAILABLE')])
  const { error } = await settle(chuma.wallet.getBalance.query())
  expect([sent.length, isChumaError(error, 'UNAVAILABLE')]).toEqual([4, true])
})

test.each([
  ['a refusal', refused(409, 'DONE_TODAY')],
  ['a bug', refused(500, null)],
  ['a page that is missing', page(404)],
])('%s is an answer, so the query is not retried', async (_name, answer) => {
  const { chuma, sent } = createScripted([answer])
  expect(await settle(chuma.wallet.getBalance.query())).toMatchObject({ value: null })
  expect(sent).toHaveLength(1)
})

test('a query is not retried before Retry-After', async () => {
  const headers = { 'retry-after': '5' }
  const { chuma, sent } = createScripted([refused(429, 'THROTTLED', { headers }), done(7)])
  expect(await settle(chuma.wallet.getBalance.query())).toMatchObject({ value: 7 })
  expect(sent.map(({ at }) => at)).toEqual([0, 5000])
})

test('a wait beyond the time limit is not started, and the caller learns its length', async () => {
  const headers = { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }
  const { chuma, sent } = createScripted([refused(429, 'THROTTLED', { headers })])
  const began = Date.now()
  const { error } = await settle(chuma.wallet.getBalance.query())
  expect(isChumaError(error, 'THROTTLED') && error.retryAfterSeconds).toBe(
    Math.ceil((Date.parse(headers['retry-after']) - began) / 1000),
  )
  expect(sent).toHaveLength(1)
})

test.each([
  ['the network fails', broken],
  ['a proxy answers', page(502)],
  ['the server is busy', refused(503, 'BUSY')],
  ['there were too many', refused(429, 'THROTTLED')],
])('a mutation is not retried when %s', async (_name, answer) => {
  const { chuma, sent } = createScripted([answer])
  expect(await settle(chuma.auth.resendVerification.mutate(mailbox))).toMatchObject({ value: null })
  expect(sent).toHaveLength(1)
})

test('a withdrawal is retried with the same key', async () => {
  const { chuma, sent } = createScripted([broken, page(504), done({ id: 'w' })])
  expect(await settle(chuma.wallet.requestWithdrawal.mutate(mpesa))).toMatchObject({ value: { id: 'w' } })
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], keys[0]])
})

test('every mutation has its own key or the given one, and queries have none', async () => {
  const { chuma, sent } = createScripted([done(1), done(2), done(3), done(4)])
  await settle(chuma.wallet.requestWithdrawal.mutate(mpesa))
  await settle(chuma.tasks.claimDailyLogin.mutate())
  await settle(chuma.wallet.requestWithdrawal.mutate(mpesa, { context: { idempotencyKey: 'mine' } }))
  await settle(chuma.wallet.getBalance.query())
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(4)
  expect(keys.slice(2)).toEqual(['mine', null])
})

test('a call ends at its time limit, even during a wait, and reports that no answer came', async () => {
  const { chuma, sent } = createScripted([page(503), 'silence'], { timeoutMs: 2000 })
  const began = Date.now()
  const { error } = await settle(chuma.wallet.getBalance.query())
  expect(Date.now() - began).toBe(2000)
  expect([sent.length, isChumaError(error)]).toEqual([2, false])
  expect(error).toMatchObject({ message: 'No answer came within 2 seconds', cause: { name: 'TimeoutError' } })
})

test.each(['silence' as const, page(503)])(
  'a caller that leaves is not kept, and nothing more is sent',
  async (answer) => {
    const { chuma, sent } = createScripted([answer])
    const leaving = new AbortController()
    const call = chuma.wallet.getBalance.query(undefined, { signal: leaving.signal })
    const ended = call.catch((error: Error) => error)
    await vi.advanceTimersByTimeAsync(100)
    leaving.abort()
    expect(await ended).toMatchObject({ cause: { name: 'AbortError' } })
    await vi.runAllTimersAsync()
    expect([sent.length, vi.getTimerCount()]).toEqual([1, 0])
  },
)

test('an answer leaves no timer that would keep a script alive', async () => {
  const { chuma } = createScripted([done(7)])
  await chuma.wallet.getBalance.query()
  expect(vi.getTimerCount()).toBe(0)
})

test('a refusal has a code, field errors and a message for people', async () => {
  const fieldErrors = { email: ['Not an address'] }
  const { chuma } = createScripted([refused(400, 'INVALID_INPUT', { fieldErrors })])
  const { error } = await settle(chuma.auth.resendVerification.mutate(mailbox))
  expect([isChumaError(error), isChumaError(error, 'INVALID_INPUT'), isChumaError(error, 'CLOSED')]).toEqual([
    true,
    true,
    false,
  ])
  expect(error).toMatchObject({
    code: 'INVALID_INPUT',
    httpStatus: 400,
    fieldErrors,
    retryAfterSeconds: null,
    message: 'No: INVALID_INPUT',
  })
})

test('a proxy’s answer has a status and no code', async () => {
  const { chuma } = createScripted([page(413)])
  const { error } = await settle(chuma.auth.resendVerification.mutate(mailbox))
  expect([isChumaError(error), error]).toMatchObject([true, { code: null, httpStatus: 413 }])
})

test('a network failure is not a refusal', async () => {
  const { chuma } = createScripted([broken])
  const { error } = await settle(chuma.auth.resendVerification.mutate(mailbox))
  expect([isChumaError(error), isChumaError(new Error('of somebody else'))]).toEqual([false, false])
})

test('a token may be a function, called before every request', async () => {
  const tokens = ['first', undefined]
  const { chuma, sent } = createScripted([done(1), done(2)], { token: () => tokens.shift() })
  await settle(chuma.wallet.getTerms.query())
  await settle(chuma.wallet.getTerms.query())
  expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer first', null])
  expect(sent[0]?.url).toMatch(/^http:\/\/chuma\.test\/trpc\/wallet\.getTerms\?/)
})
