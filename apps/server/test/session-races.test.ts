import { setTimeout as sleep } from 'node:timers/promises'
import { sendLink } from '@chuma/core/auth/links'
import { givenMemberWithPassword } from '@chuma/core/auth/testing'
import { createDb } from '@chuma/db/client'
import { lockMember } from '@chuma/db/queries/account/members'
import { countWaitingOnLock } from '@chuma/db/testing'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { callRest } from '../src/testing.ts'
import { createTwoApps } from './create-two-apps.ts'

const testApp = await createTwoApps()
const { app, otherApp, db, deps, sent } = testApp
// A separate pool: the waiting calls take every connection of the others.
const watch = createDb(testApp.url, { max: 2 })
afterAll(async () => {
  await watch.destroy()
  await testApp.close()
})

const password = 'correct horse'
type Answer = Awaited<ReturnType<typeof callRest>>

const post = (where: FastifyInstance, url: string, body: object, token?: string) =>
  callRest(where, token, { method: 'POST', url, body })
const who = (token: string) => callRest(otherApp, token, { method: 'GET', url: '/api/auth/user' })

/** Start the calls in turn, each once the previous one waits for this member; `waiting` is how many suffice to let go. */
async function overlap(memberId: string, calls: (() => Promise<Answer>)[], waiting = calls.length) {
  const { answers } = await watch.transaction().execute(async (holder) => {
    await lockMember(holder, memberId)
    const started: Promise<Answer>[] = []
    for (const call of calls) {
      started.push(call())
      while ((await countWaitingOnLock(watch)) < Math.min(started.length, waiting)) await sleep(5)
    }
    return { answers: Promise.all(started) }
  })
  return answers
}

test('fifty requests with one link at the same time, at two processes, open one session', async () => {
  const { memberId, email } = await givenMemberWithPassword(db, { password })
  await sendLink(deps, { email, purpose: 'sign-in' })
  const token = sent.at(-1)?.mail.token
  const calls = Array.from(
    { length: 50 },
    (_, index) => () => post(index % 2 ? app : otherApp, '/api/auth/redeem-link', { token }),
  )
  const answers = await overlap(memberId, calls, 16)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(400)])
  const sessions = await db
    .selectFrom('session')
    .select('sessionId')
    .where('memberId', '=', memberId)
    .execute()
  expect(sessions).toHaveLength(1)
})

test('a log-in with the old password at another process does not outlive the change', async () => {
  for (const isLogInFirst of [false, true]) {
    const { memberId, email } = await givenMemberWithPassword(db, { password })
    const { token } = (await post(app, '/api/auth/login', { email, password })).body
    const newPassword = 'battery staple'
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword }
    const change = () => post(app, '/api/account/password', body, token)
    const logIn = () => post(otherApp, '/api/auth/login', { email, password })
    const answers = await overlap(memberId, isLogInFirst ? [logIn, change] : [change, logIn])
    expect(answers.map(({ status }) => status)).toEqual([200, isLogInFirst ? 200 : 401])

    const [first, second] = answers
    const changed = isLogInFirst ? second : first
    expect((await who(changed?.body.token)).status).toBe(200)
    expect((await who(token)).status).toBe(401)
    if (isLogInFirst) expect((await who(first?.body.token)).status).toBe(401)
  }
})
