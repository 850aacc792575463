import type { Deps } from '@chuma/core/deps'
import { settleReferral } from '@chuma/core/referral/settle-referral'
import { bePaid, givenFriend, openProgramme } from '@chuma/core/referral/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'
import { signup, unique } from './calls.ts'

let economy: Deps['economy'] = () => Promise.reject(new Error('not asked yet'))
const testApp = await createTestApp({ economy: () => economy() })
const { app, db, deps } = testApp
economy = openProgramme(db).economy
afterAll(testApp.close)

/** An inviter with two friends, one of whom was paid. */
async function givenInviter() {
  const inviter = await testApp.member()
  const [paid] = [await givenFriend(db, inviter), await givenFriend(db, inviter)]
  await bePaid(deps, paid)
  await settleReferral(deps, paid)
  return inviter
}

const askBoth = async (token: string | undefined, query: Record<string, string | number>) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  return {
    rest: await callRest(app, token, { method: 'GET', url: `/api/referral?${search}` }),
    trpc: await callTrpc(app, token, { type: 'query', path: 'referral.getReferral', input: query }),
  }
}

test('both doors say the same of my code and my friends, page by page', async () => {
  const { token } = await givenInviter()
  const { rest, trpc } = await askBoth(token, {})
  expect(rest).toMatchObject({
    status: 200,
    body: { isOpen: true, bonusPoints: 40, counts: { joined: 1, paid: 1 }, friends: [{}, {}] },
  })
  expect(trpc).toEqual(rest)
  const first = await askBoth(token, { limit: 1 })
  const second = await askBoth(token, { limit: 1, before: first.rest.body.friends[0].id })
  expect([first.trpc, second.trpc]).toEqual([first.rest, second.rest])
  expect([first, second].flatMap(({ rest }) => rest.body.friends)).toEqual(rest.body.friends)
})

test.each([
  ['nobody signed in', {}, 401, false],
  ['a place that is none', { before: "1' or 1=1" }, 400, true],
  ['no friends at all', { limit: 0 }, 400, true],
  ['too many friends', { limit: 101 }, 400, true],
  ['more than there is to ask', { memberId: 'x' }, 400, true],
])('%s is refused alike', async (_name, query, status, isSignedIn) => {
  const token = isSignedIn ? (await testApp.member()).token : undefined
  const { rest, trpc } = await askBoth(token, query as Record<string, string>)
  expect(trpc).toEqual(rest)
  expect(rest.status).toBe(status)
})

test('a friend signs up by a code through either door, and shows once he has proved his address', async () => {
  const { token } = await testApp.member()
  const { code } = (await askBoth(token, {})).rest.body
  const bodies = [unique(), unique()].map((email) => ({
    ...signup,
    email,
    referralCode: ` ${code.toLowerCase()} `,
  }))
  const rest = await callRest(app, undefined, { method: 'POST', url: '/api/auth/signup', body: bodies[0] })
  const trpc = await callTrpc(app, undefined, { type: 'mutation', path: 'auth.signup', input: bodies[1] })
  expect(trpc).toEqual(rest)
  expect(rest.status).toBe(200)
  expect((await askBoth(token, {})).rest.body.friends).toEqual([])
  for (const { email } of bodies) {
    await db.updateTable('member').set({ emailVerifiedAt: new Date() }).where('email', '=', email).execute()
  }
  expect((await askBoth(token, {})).rest.body).toMatchObject({
    counts: { joined: 2 },
    friends: [{ name: 'Ann B.' }, { name: 'Ann B.' }],
  })
})
