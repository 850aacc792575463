import { givenMemberWithPassword } from '@chuma/core/auth/testing'
import type { JobName } from '@chuma/db/queries/jobs'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { jobHandlers } from '../../src/jobs/job-handlers.ts'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, db, deps, sent } = testApp
afterAll(testApp.close)
const context = { deps, log: Fastify().log }
const password = 'correct horse'

async function doJobs(): Promise<void> {
  const { rows } = await sql<{ name: JobName; data: never }>`
    delete from pgboss.job where state = 'created' returning name, data
  `.execute(db)
  for (const { name, data } of rows) await jobHandlers[name](data, context)
}
const tokenTo = (to: string, kind: string) =>
  String(sent.findLast((mailed) => mailed.kind === kind && mailed.mail.to === to)?.mail.token)

const doors = {
  REST: (path: string, input: object) =>
    callRest(app, undefined, { method: 'POST', url: `/api/auth/${path}`, body: input }),
  tRPC: (path: string, input: object) =>
    callTrpc(app, undefined, {
      type: 'mutation',
      path: `auth.${path.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}`,
      input,
    }),
}
const whoIs = async (token: string) =>
  (await callRest(app, token, { method: 'GET', url: '/api/auth/user' })).status

test.each(Object.entries(doors))(
  'A borrowed session becomes a takeover and a payout: the former mailbox takes it back (%s)',
  async (_door, call) => {
    const { email } = await givenMemberWithPassword(db, { password })
    const borrowed = (await doors.REST('login', { email, password })).body.token
    const stolen = `thief-${email}`
    const body = { firstName: 'Amina', lastName: 'Otieno', email: stolen, country: 'Kenya' }
    await callRest(app, borrowed, { method: 'PUT', url: '/api/profile', body })
    await doJobs()
    const moved = await call('redeem-link', { token: tokenTo(stolen, 'sendEmailChange') })
    await doJobs()

    const token = tokenTo(email, 'sendEmailChanged')
    const described = await call('describe-link', { token })
    expect(described.body).toMatchObject({ purpose: 'undo-email', email: `${email[0]}…@example.com` })
    expect(await whoIs(moved.body.token)).toBe(200)
    const secured = await call('secure-account', { token })
    expect(secured).toMatchObject({ status: 200, body: { purpose: 'undo-email', email } })
    expect([await whoIs(borrowed), await whoIs(moved.body.token)]).toEqual([401, 401])
    const owner = secured.body.session.token
    expect(await whoIs(owner)).toBe(200)
    expect((await call('secure-account', { token })).status).toBe(400)

    // What the thief's mailbox can still ask for opens nothing.
    await call('forgot-password', { email: stolen })
    sent.length = 0
    await doJobs()
    expect(sent.map(({ kind, mail }) => [kind, mail.to])).toEqual([['sendEmailUndone', stolen]])
    const events = await callRest(app, owner, { method: 'GET', url: '/api/account/security-events' })
    expect(events.body.map(({ kind }: { kind: string }) => kind)).toEqual(['email-undone', 'email-changed'])
  },
)

test.each(Object.entries(doors))(
  '/?token= swaps accounts silently: a link is described, masked and unused, before it is exchanged (%s)',
  async (_door, call) => {
    const { email } = await givenMemberWithPassword(db, { password })
    await doors.REST('sign-in-link', { email })
    await doJobs()
    const token = tokenTo(email, 'sendSignInLink')
    for (const _ of [1, 2]) {
      const { status, body } = await call('describe-link', { token })
      expect([status, body.purpose, body.email]).toEqual([200, 'sign-in', `${email[0]}…@example.com`])
      expect(JSON.stringify(body)).not.toContain(email)
    }
    expect((await call('redeem-link', { token })).status).toBe(200)
    expect((await call('describe-link', { token })).status).toBe(400)
  },
)

test('no page and no GET uses a link of a security mail', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  const { token: session } = (await doors.REST('login', { email, password })).body
  const change = {
    currentPassword: password,
    newPassword: 'battery staple',
    confirmPassword: 'battery staple',
  }
  await callRest(app, session, { method: 'POST', url: '/api/account/password', body: change })
  await doJobs()
  const token = tokenTo(email, 'sendPasswordChanged')
  for (const url of ['/not-me', `/not-me?token=${token}`, `/api/auth/secure-account?token=${token}`])
    await app.inject({ method: 'GET', url })
  expect((await doors.tRPC('secure-account', { token })).status).toBe(200)
})
