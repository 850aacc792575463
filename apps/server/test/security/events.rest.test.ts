import { givenMemberWithPassword } from '@chuma/core/auth/testing'
import { afterAll, expect, test } from 'vitest'
import { createLogger } from '../../src/logging/logger.ts'
import { createTestApp } from '../../src/testing.ts'
import { crawl } from './crawl.ts'

const lines: string[] = []
const testApp = await createTestApp()
let economy = testApp.deps.economy
const app = await testApp.open({
  deps: { ...testApp.deps, economy: () => economy() },
  logger: createLogger('info', { write: (line: string) => lines.push(line) }),
})
afterAll(testApp.close)
const { token } = await testApp.member()
const password = 'maji-safi-ya-kunywa'
const { email } = await givenMemberWithPassword(testApp.db, { password })

const json = { 'content-type': 'application/json' }
const bearer = { authorization: `Bearer ${token}` }
const refused: [what: string, status: number, method: 'GET' | 'POST', urls: string[], rest: object][] = [
  [
    'a wrong password',
    401,
    'POST',
    ['/api/auth/login'],
    { headers: json, payload: JSON.stringify({ email, password: 'wrong' }) },
  ],
  [
    'a wrong password at the typed door',
    401,
    'POST',
    ['/trpc/auth.login'],
    { headers: json, payload: JSON.stringify({ json: { email, password: 'wrong' } }) },
  ],
  ['no token', 401, 'GET', ['/api/auth/user', '/trpc/auth.getUser'], {}],
  ['a member at a staff door', 403, 'GET', ['/api/admin/stats', '/trpc/admin.getStats'], { headers: bearer }],
  [
    'a foreign page',
    403,
    'POST',
    ['/api/auth/logout', '/trpc/auth.logout'],
    { headers: { ...bearer, origin: 'https://evil.example' } },
  ],
  [
    'a bad field',
    400,
    'POST',
    ['/api/auth/login', '/trpc/auth.login'],
    { headers: json, payload: '{"role":"owner"}' },
  ],
  [
    'a form',
    415,
    'POST',
    ['/api/auth/login', '/trpc/auth.login'],
    { headers: { 'content-type': 'text/plain' }, payload: 'x' },
  ],
  [
    'a huge body',
    413,
    'POST',
    ['/api/auth/login', '/trpc/auth.login'],
    { headers: json, payload: `"${'x'.repeat(100_000)}"` },
  ],
]

/** Collect the log lines of one request, by its id. */
async function linesOf(act: () => Promise<unknown>) {
  lines.length = 0
  await act()
  return lines.map((line) => JSON.parse(line))
}

test.each(refused)(
  '%s is logged with %i, the time, the address and the call',
  async (_what, status, method, urls, rest) => {
    for (const url of urls) {
      const entries = await linesOf(() => app.inject({ method, url, remoteAddress: '203.0.113.9', ...rest }))
      const [asked, answered] = [entries.find(({ req }) => req), entries.find(({ res }) => res)]
      expect(asked).toMatchObject({
        time: expect.any(Number),
        level: 30,
        reqId: expect.any(String),
        req: { method, url, address: '203.0.113.9' },
      })
      expect(answered).toMatchObject({
        reqId: asked.reqId,
        res: { statusCode: status },
        time: expect.any(Number),
      })
      expect(Math.abs(asked.time - Date.now())).toBeLessThan(60_000)
    }
  },
)

test('a successful log-in is logged too', async () => {
  const entries = await linesOf(() =>
    app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } }),
  )
  expect(entries.find(({ res }) => res)).toMatchObject({ res: { statusCode: 200 } })
})

test.each([
  ['an error', new Error('connection string postgres://chuma:hunter2@db')],
  ['a text', 'postgres://chuma:hunter2@db'],
  ['nothing', undefined],
  ['an object that cannot be written', Object.assign(Object.create(null), { message: 'hunter2' })],
])('%s thrown unexpectedly is logged, answered without details, and ends nothing', async (_name, thrown) => {
  economy = () => Promise.reject(thrown)
  const { token: rich } = await testApp.member({ points: 10 })
  const payload = { pointsToWithdraw: 1, withdrawalMethod: 'mpesa', mpesaNumber: '0712345678' }
  try {
    for (const [method, url] of [
      ['GET', '/trpc/wallet.getTerms'],
      ['POST', '/api/withdrawals'],
    ] as const) {
      const entries = await linesOf(async () => {
        const answer = await app.inject({
          method,
          url,
          headers: { authorization: `Bearer ${rich}` },
          ...(method === 'POST' ? { payload } : {}),
        })
        expect(answer.statusCode).toBe(500)
        expect(answer.body).toContain('Something went wrong')
        expect(answer.body).not.toMatch(/hunter2|node_modules|\.ts\b|stack/)
      })
      expect(entries.filter(({ level }) => level === 50).length, url).toBeGreaterThan(0)
    }
  } finally {
    economy = testApp.deps.economy
  }
  expect((await app.inject('/trpc/wallet.getTerms')).statusCode).toBe(200)
})

test('every log line is one JSON object with a level, a time and a message', async () => {
  const entries = await linesOf(() => crawl(testApp, app))
  expect(entries.length).toBeGreaterThan(300)
  for (const entry of entries) {
    expect(entry).toMatchObject({
      level: expect.any(Number),
      time: expect.any(Number),
      msg: expect.any(String),
    })
  }
})

test('the log reveals neither who a member is nor where their money goes', async () => {
  const person = {
    firstName: 'Wambui-Canary',
    lastName: 'Otieno-Canary',
    email: 'wambui.canary@example.com',
    password: 'canary-password-9',
    confirmPassword: 'canary-password-9',
    country: 'Canaryland',
  }
  const { token: rich } = await testApp.member({ points: 10 })
  const headers = { authorization: `Bearer ${rich}` }
  lines.length = 0
  for (const url of ['/api/auth/signup', '/api/auth/login', '/api/auth/resend-verification']) {
    await app.inject({ method: 'POST', url, payload: person })
    await app.inject({ method: 'POST', url, payload: { email: person.email, password: person.password } })
  }
  const bank = { bankName: 'Canary Bank', accountNumber: '998877665544', accountName: 'Wambui-Canary' }
  for (const payload of [
    { pointsToWithdraw: 1, withdrawalMethod: 'mpesa', mpesaNumber: '0799887766' },
    { pointsToWithdraw: 1, withdrawalMethod: 'bank', ...bank },
    { pointsToWithdraw: 99, withdrawalMethod: 'bank', ...bank },
  ]) {
    await app.inject({ method: 'POST', url: '/api/withdrawals', headers, payload })
  }
  expect(lines.length).toBeGreaterThan(8)
  expect(lines.join('')).not.toMatch(/canary|99887766|998877665544/i)
})

test('the database’s details of a refused row are not logged', async () => {
  const refusal = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    detail: 'Key (email)=(wambui.canary@example.com) already exists.',
    where: 'COPY member, line 1: "wambui.canary@example.com"',
  })
  economy = () => Promise.reject(refusal)
  const entries = await linesOf(() => app.inject('/trpc/wallet.getTerms'))
  economy = testApp.deps.economy
  expect(entries.find(({ level }) => level === 50)).toMatchObject({ err: { code: '23505' } })
  expect(lines.join('')).not.toContain('canary')
})
