import { listEndpoints } from '@chuma/api/list-endpoints'
import { givenLife } from '@chuma/core/account/testing'
import { sendVerification } from '@chuma/core/auth/links'
import { givenSession, listJobs } from '@chuma/core/auth/testing'
import { givenTask, letSecondsPass } from '@chuma/core/tasks/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { callRest, callTrpc } from '../../src/testing.ts'
import { givenSite } from './given-site.ts'

const site = await givenSite()
const { app, db, deps, sent, send, ask, member } = site
afterAll(site.close)
await site.owner('keeper')

const signup = {
  ...{ firstName: 'Ann', lastName: 'Wanjiru', country: 'Kenya' },
  ...{ password: 'mango-9-rain', confirmPassword: 'mango-9-rain' },
}
const LANGUAGES = ['en', 'sw'] as const
type Said = { status: number; message: string }

/** One refused call through both doors. */
type Refused = { rest: [method: 'GET' | 'POST', path: string]; typed: string; body?: unknown; token?: string }
async function refuse({ rest: [method, path], typed, body, token }: Refused, language: string) {
  const caller = { language, ...(token ? { token } : {}) }
  const rest = await send(method, path, { ...caller, ...(body === undefined ? {} : { body }) })
  const overRest: Said = { status: rest.status, message: rest.body.message }
  const { status, message } =
    method === 'POST' ? await ask(typed, { ...caller, body }) : await read(typed, caller)
  return [overRest, { status, message }]
}

async function read(typed: string, caller: { language: string; token?: string }): Promise<Said> {
  const { status, body } = await send('GET', `/trpc/${typed}`, caller)
  return { status, message: body.error.json.message }
}

const missing = '00000000-0000-4000-8000-000000000000'
const input = (json: unknown) => `?input=${encodeURIComponent(JSON.stringify({ json }))}`

describe.each(LANGUAGES)('in %s', (language) => {
  const says = (en: string, sw: string) => (language === 'en' ? en : sw)

  test('a wrong password is refused in the words of the log-in', async () => {
    const body = { email: `nobody-${language}@example.com`, password: 'not-mine' }
    const call: Refused = { rest: ['POST', '/api/auth/login'], typed: 'auth.login', body }
    const message = says('Invalid email or password', 'Barua pepe au nenosiri si sahihi')
    expect(await refuse(call, language)).toEqual(Array(2).fill({ status: 401, message }))
  })

  test('a wrong password of staff is refused in the words of the staff log-in', async () => {
    const body = { username: `keeper-${language}`, password: 'not-mine' }
    const call: Refused = { rest: ['POST', '/api/admin/login'], typed: 'admin.login', body }
    const message = says('Invalid username or password', 'Jina la mtumiaji au nenosiri si sahihi')
    expect(await refuse(call, language)).toEqual(Array(2).fill({ status: 401, message }))
  })

  test('an unverified member is told to verify', async () => {
    const email = `unverified-${language}@example.com`
    await send('POST', '/api/auth/signup', { body: { ...signup, email } })
    const body = { email, password: signup.password }
    const call: Refused = { rest: ['POST', '/api/auth/login'], typed: 'auth.login', body }
    const message = says(
      'Please verify your email address before you sign in.',
      'Tafadhali thibitisha barua pepe yako kabla ya kuingia.',
    )
    expect(await refuse(call, language)).toEqual(Array(2).fill({ status: 403, message }))
  })

  test('a survey that is not there is "Survey not found"', async () => {
    const { token } = await member()
    const message = says('Survey not found', 'Utafiti haujapatikana')
    const call: Refused = {
      rest: ['GET', `/api/surveys/${missing}`],
      typed: `surveys.getSurvey${input({ surveyId: missing })}`,
      token,
    }
    expect(await refuse(call, language)).toEqual(Array(2).fill({ status: 404, message }))
    const begin: Refused = {
      rest: ['POST', '/api/user-surveys'],
      typed: 'surveys.startSurvey',
      body: { surveyId: missing },
      token,
    }
    expect(await refuse(begin, language)).toEqual(Array(2).fill({ status: 404, message }))
  })

  test('every call that needs a token says so without one, and that it ended with an old one', async () => {
    const calls: Refused[] = [
      { rest: ['GET', '/api/auth/user'], typed: 'auth.getUser' },
      { rest: ['GET', '/api/user-stats'], typed: 'account.getStats' },
      { rest: ['GET', '/api/video-tasks'], typed: 'tasks.listVideoTasks' },
      { rest: ['POST', '/api/daily-login'], typed: 'tasks.claimDailyLogin', body: {} },
      { rest: ['GET', '/api/admin/users'], typed: 'admin.listMembers' },
    ]
    for (const call of calls) {
      const none = says('No authentication token', 'Hakuna tokeni ya kuingia')
      expect([call.typed, ...(await refuse(call, language))]).toEqual([
        call.typed,
        ...Array(2).fill({ status: 401, message: none }),
      ])
      const ended = says(
        'Your session has ended. Sign in again.',
        'Muda wako wa kuingia umeisha. Ingia tena.',
      )
      expect([call.typed, ...(await refuse({ ...call, token: 'u_gone' }, language))]).toEqual([
        call.typed,
        ...Array(2).fill({ status: 401, message: ended }),
      ])
    }
  })
})

const resendByRest = (email: string) =>
  callRest(app, undefined, { method: 'POST', url: '/api/auth/resend-verification', body: { email } })
const resendByTrpc = (email: string) =>
  callTrpc(app, undefined, { type: 'mutation', path: 'auth.resendVerification', input: { email } })
const doors = [
  ['REST', resendByRest],
  ['tRPC', resendByTrpc],
] as const

test.each(doors)(
  '"Verification Email Sent" over %s means that a mail leaves, although the one of the sign-up is a moment old',
  async (door, resend) => {
    const email = `again-${door}@example.com`.toLowerCase()
    await send('POST', '/api/auth/signup', { body: { ...signup, email } })
    await sendVerification(deps, { email })
    const mails = () => sent.filter(({ kind, mail }) => kind === 'sendVerification' && mail.to === email)
    expect(mails()).toHaveLength(1)
    expect(await resend(email)).toEqual({
      status: 200,
      body: {
        message: 'If this address waits to be verified, a new link is on its way to it.',
        retryAfterSeconds: 60,
      },
    })
    await sendVerification(deps, { email, isSpaced: true })
    expect(mails()).toHaveLength(2)
    expect((await resend(email)).status).toBe(429)
    expect((await listJobs(db, email)).filter((name) => name === 'send-verification')).toHaveLength(2)
  },
)

async function listByRest(token: string) {
  for (const kind of ['video', 'ad']) await callRest(app, token, { method: 'GET', url: `/api/${kind}-tasks` })
}

async function listByTrpc(token: string) {
  for (const kind of ['Video', 'Ad']) {
    await callTrpc(app, token, { type: 'query', path: `tasks.list${kind}Tasks` })
  }
}

test('over either door, and from one to the other, the time of a list runs from when it was first sent that day', async () => {
  const id = await givenTask(db, 'video')
  const adId = await givenTask(db, 'ad')
  for (const [first, later] of [
    [listByTrpc, listByTrpc],
    [listByTrpc, listByRest],
    [listByRest, listByTrpc],
  ] as const) {
    const { memberId, token } = await member({ premium: true })
    const wait = (seconds: number) => letSecondsPass(db, memberId, seconds)
    const watch = () => callTrpc(app, token, { type: 'mutation', path: 'tasks.watchVideo', input: { id } })
    await first(token)
    await wait(20)
    await later(token)
    expect(await watch()).toMatchObject({ status: 409, body: { code: 'TOO_EARLY' } })
    await wait(10)
    await later(token)
    expect(await watch()).toMatchObject({ status: 200, body: { pointsEarned: 20 } })
    await wait(20)
    await later(token)
    const click = { type: 'mutation', path: 'tasks.clickAd', input: { id: adId, timeSpent: 1 } } as const
    expect(await callTrpc(app, token, click)).toMatchObject({ status: 200, body: { completed: true } })
  }
})

const busy = await givenSession(db, (await givenLife(db)).member.memberId)
const ISO = '"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"'

test.each([
  ['/api/withdrawals', ['"requestedAt":ISO', '"paidAt":ISO', '"paidAt":null']],
  ['/api/clicks', ['"clickedAt":ISO', '"availableAt":null', '"claim":\\{[^}]*"openedAt":ISO']],
])('both doors send the timestamps of %s as the same text', async (url, expected) => {
  const headers = { authorization: `Bearer ${busy.token}` }
  const procedure = listEndpoints().find((each) => each.method === 'GET' && each.url === url)?.procedure
  const rest = await app.inject({ url, headers })
  const rpc = await app.inject({ url: `/trpc/${procedure}`, headers })
  expect(rpc.json()).toEqual({ result: { data: { json: rest.json() } } })
  for (const pattern of expected) expect(rest.body).toMatch(new RegExp(pattern.replace('ISO', ISO)))
})
