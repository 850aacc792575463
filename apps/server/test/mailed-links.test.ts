import { givenMemberWithPassword } from '@chuma/core/auth/testing'
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

test('no page and no GET uses a link of a security mail', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  const { token: session } = (await post('/api/auth/login', { email, password })).body
  const change = { currentPassword: password, newPassword: chosen.password, confirmPassword: chosen.password }
  await post('/api/account/password', change, session)
  const token = (await doJobs()).find(({ kind }) => kind === 'sendPasswordChanged')?.token ?? ''
  for (const url of ['/not-me', `/not-me?token=${token}`, `/api/auth/secure-account?token=${token}`])
    await app.inject({ method: 'GET', url })
  expect((await mutate('auth.secureAccount', { token })).status).toBe(200)
})
