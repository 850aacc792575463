import { givenMemberWithPassword, letMinutesPass } from '@chuma/core/auth/testing'
import type { JobName } from '@chuma/db/queries/jobs'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { jobHandlers } from '../src/jobs/job-handlers.ts'
import { callRest, callTrpc, createTestApp } from '../src/testing.ts'

const testApp = await createTestApp()
const { app, db, deps, sent } = testApp
afterAll(testApp.close)
const context = { deps, log: Fastify().log }
const password = 'correct horse'
const chosen = { password: 'battery staple', confirmPassword: 'battery staple' }

/** Do the waiting jobs as a worker would, and return what was mailed: kind, recipient and token. */
async function doJobs() {
  const before = sent.length
  const { rows } = await sql<{ name: JobName; data: never }>`
    delete from pgboss.job where state = 'created' returning name, data
  `.execute(db)
  for (const { name, data } of rows) await jobHandlers[name](data, context)
  return sent
    .slice(before)
    .map(({ kind, mail }) => ({ kind, to: mail.to, token: String(mail.token ?? '') }))
    .sort((one, other) => one.kind.localeCompare(other.kind))
}

const post = (url: string, body: object, token?: string) =>
  callRest(app, token, { method: 'POST', url, body })
const mutate = (path: string, input: object, token?: string) =>
  callTrpc(app, token, { type: 'mutation', path, input })

test.each([
  [
    'REST',
    { ask: (body: object) => post('/api/auth/forgot-password', body), set: '/api/auth/reset-password' },
  ],
  ['tRPC', { ask: (body: object) => mutate('auth.forgotPassword', body), set: null }],
])('a forgotten password can be replaced over %s', async (_door, { ask, set }) => {
  const { email } = await givenMemberWithPassword(db, { password })
  const unknown = await ask({ email: 'nobody@example.com' })
  expect(await ask({ email })).toEqual(unknown)
  expect(unknown.status).toBe(200)
  const [mail, ...others] = await doJobs()
  expect([mail?.kind, mail?.to, others]).toEqual(['sendPasswordReset', email, []])

  const token = mail?.token ?? ''
  const redeemed = set
    ? await post('/api/auth/redeem-link', { token })
    : await mutate('auth.redeemLink', { token })
  expect(redeemed.body).toMatchObject({ purpose: 'reset-password', user: { email } })
  const reset = set
    ? await post(set, chosen, redeemed.body.token)
    : await mutate('auth.resetPassword', chosen, redeemed.body.token)
  expect(reset).toMatchObject({ status: 200, body: { user: { email } } })
  expect(await doJobs()).toMatchObject([
    { kind: 'sendPasswordChanged', to: email, token: expect.stringMatching(/^w_/) },
  ])
  expect((await post('/api/auth/login', { email, password: chosen.password })).status).toBe(200)
})

test('a link signs in without a password', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  await post('/api/auth/sign-in-link', { email })
  const [mail] = await doJobs()
  expect(mail).toMatchObject({ kind: 'sendSignInLink', to: email })
  const { body } = await post('/api/auth/redeem-link', { token: mail?.token ?? '' })
  expect(body).toMatchObject({ purpose: 'sign-in', user: { email } })
  const who = await callRest(app, body.token, { method: 'GET', url: '/api/auth/user' })
  expect(who).toMatchObject({ status: 200, body: { email } })
})

test.each(['REST', 'tRPC'])(
  'the first withdrawal after a link signed in another browser than before is held, over %s',
  async (door) => {
    const { email } = await givenMemberWithPassword(db, { password, points: 5 })
    const { token: desk } = (await post('/api/auth/login', { email, password })).body
    await post('/api/auth/sign-in-link', { email })
    const mail = (await doJobs()).find(({ kind }) => kind === 'sendSignInLink')
    const link = { token: mail?.token ?? '' }
    const headers = { 'user-agent': 'A phone' }
    const redeemed = await app.inject(
      door === 'REST'
        ? { method: 'POST', url: '/api/auth/redeem-link', headers, payload: link }
        : { method: 'POST', url: '/trpc/auth.redeemLink', headers, payload: { json: link } },
    )
    const session = door === 'REST' ? redeemed.json() : redeemed.json().result.data.json
    expect(session).toMatchObject({ purpose: 'sign-in', user: { email } })

    const wish = {
      pointsToWithdraw: 1,
      amountKes: 1000,
      withdrawalMethod: 'mpesa',
      mpesaNumber: `07${Date.now() % 1e8}`.padEnd(10, '0'),
    }
    const requested =
      door === 'REST'
        ? await post('/api/withdrawals', wish, session.token)
        : await mutate('wallet.requestWithdrawal', wish, session.token)
    expect(requested).toMatchObject({ status: door === 'REST' ? 201 : 200 })
    const { body } = await callRest(app, desk, { method: 'GET', url: '/api/withdrawals' })
    expect(body[0].holds).toContainEqual(expect.objectContaining({ reason: 'credentials-changed' }))
  },
)

test('a new address in the profile is confirmed by its owner before the account moves to it', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  const { token } = (await post('/api/auth/login', { email, password })).body
  await doJobs()
  const newEmail = `moved-${email}`
  const body = { firstName: 'Amina', lastName: 'Otieno', email: newEmail, country: 'Kenya' }
  const saved = await callRest(app, token, { method: 'PUT', url: '/api/profile', body })
  expect(saved).toMatchObject({ status: 200, body: { email, pendingEmail: newEmail } })

  const [change, notice] = await doJobs()
  expect([change, notice]).toMatchObject([
    { kind: 'sendEmailChange', to: newEmail },
    { kind: 'sendEmailChangeNotice', to: email, token: expect.stringMatching(/^w_/) },
  ])
  const redeemed = await post('/api/auth/redeem-link', { token: change?.token ?? '' })
  expect(redeemed.body).toMatchObject({ purpose: 'change-email', user: { email: newEmail } })
  expect(await doJobs()).toMatchObject([
    { kind: 'sendEmailChanged', to: email, token: expect.stringMatching(/^w_/) },
  ])
  expect((await post('/api/auth/login', { email, password })).status).toBe(401)
  expect((await post('/api/auth/login', { email: newEmail, password })).status).toBe(200)
})

const EXPIRED = 'This link has expired or was already used. Ask for a new one.'
const moveToPast = (memberId: string) => letMinutesPass(db, memberId, 61)

test.each([
  ['sign-in', { isVerified: true, ask: '/api/auth/sign-in-link', kind: 'sendSignInLink' }],
  ['reset-password', { isVerified: true, ask: '/api/auth/forgot-password', kind: 'sendPasswordReset' }],
  ['verify-email', { isVerified: false, ask: '/api/auth/resend-verification', kind: 'sendVerification' }],
])(
  'a %s link that is opened late says so over both doors, and a new one works',
  async (purpose, { isVerified, ask, kind }) => {
    const { memberId, email } = await givenMemberWithPassword(db, { password, isVerified })
    const mailed = async () => {
      expect((await post(ask, { email })).status).toBe(200)
      const [mail] = await doJobs()
      expect(mail).toMatchObject({ kind, to: email })
      return { token: mail?.token ?? '' }
    }
    const late = await mailed()
    await moveToPast(memberId)
    await sql`delete from throttle`.execute(db)
    const refused = { status: 400, body: { code: 'LINK_INVALID', message: EXPIRED } }
    expect(await post('/api/auth/redeem-link', late)).toMatchObject(refused)
    expect(await mutate('auth.redeemLink', late)).toMatchObject(refused)
    expect(await post('/api/auth/describe-link', late)).toMatchObject(refused)
    expect((await post('/api/auth/redeem-link', await mailed())).body).toMatchObject({
      purpose,
      user: { email },
    })
    expect(await post('/api/auth/redeem-link', late)).toMatchObject(refused)
  },
)

test('the mail of a new payout number: its link says after seven days that it expired, and a mail that is sent late has a working one', async () => {
  const { memberId, email } = await givenMemberWithPassword(db, { password, points: 5 })
  const { token } = (await post('/api/auth/login', { email, password })).body
  const wish = { pointsToWithdraw: 1, withdrawalMethod: 'mpesa', mpesaNumber: '0712345908' }
  const { body: withdrawal } = await post('/api/withdrawals', wish, token)
  const work = () =>
    jobHandlers['send-payout-number-added'](
      { memberId, withdrawalId: withdrawal.id, email } as never,
      context,
    )
  const mailed = async () => {
    sent.splice(0)
    await work()
    const [mail] = sent.filter(({ kind }) => kind === 'sendPayoutNumberAdded')
    expect(mail?.mail.token).toMatch(/^w_/)
    return { token: String(mail?.mail.token) }
  }
  const late = await mailed()
  expect(await post('/api/auth/describe-link', late)).toMatchObject({
    status: 200,
    body: { purpose: 'secure-account' },
  })
  await sql`update security_link set expires_at = expires_at - interval '7 days' where member_id = ${memberId}`.execute(
    db,
  )
  const refused = {
    status: 400,
    body: { code: 'SECURITY_LINK_INVALID', message: 'This link worked for 7 days and has expired.' },
  }
  expect(await post('/api/auth/describe-link', late)).toMatchObject(refused)
  expect(await post('/api/auth/secure-account', late)).toMatchObject(refused)
  expect(await mutate('auth.secureAccount', late)).toMatchObject(refused)
  const me = { method: 'GET', url: '/api/auth/user' } as const
  expect(await callRest(app, token, me)).toMatchObject({ status: 200 })

  expect(await post('/api/auth/secure-account', await mailed())).toMatchObject({
    status: 200,
    body: { purpose: 'secure-account', email, session: { user: { email } } },
  })
  expect(await callRest(app, token, me)).toMatchObject({ status: 401 })
})
