import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { changePassword } from '../../account/own-account.ts'
import { redeemLink, sendLink } from '../links.ts'
import { logIn } from '../log-in.ts'
import {
  callAs,
  createMailingDeps,
  givenMemberWithPassword,
  givenSession,
  queueOnMember,
  visitor,
} from '../testing.ts'
import { resetPassword } from './new-password.ts'

const { db, close } = await createTestDb()
afterAll(close)
const old = 'correct horse'

type Call = () => Promise<{ token: string }>

/** A member who is signed in and has also opened a reset link. */
async function givenRace() {
  const { deps, newestToken } = createMailingDeps(db)
  const { memberId, email } = await givenMemberWithPassword(db, { password: old })
  await sendLink(deps, { email, purpose: 'reset-password' })
  const resetter = await callAs(deps, (await redeemLink(deps, visitor, { token: newestToken() })).token)
  const member = await callAs(deps, (await givenSession(db, memberId)).token)

  const change = (password: string) => () =>
    changePassword(deps, member, { currentPassword: old, newPassword: password, confirmPassword: password })
  const reset = (password: string) => () =>
    resetPassword(deps, resetter, { password, confirmPassword: password })
  const signIn = (password: string) => logIn(deps, visitor, { email, password })

  return {
    deps,
    change,
    reset,
    signIn,
    mailLink: async () => {
      await sendLink(deps, { email, purpose: 'sign-in' })
      return newestToken()
    },
    /** The result of each call: its error, or whether its session is open after all calls. */
    queue: async (...calls: Call[]) => {
      const results = await queueOnMember(db, memberId, { calls })
      return Promise.all(
        results.map(async (result) =>
          result.status === 'rejected'
            ? result.reason.code
            : (await callAs(deps, result.value.token)).member
              ? 'open'
              : 'ended',
        ),
      )
    },
  }
}

test('a log-in with the old password does not outlive a change that it overlaps', async () => {
  const first = await givenRace()
  expect(await first.queue(first.change('battery staple'), () => first.signIn(old))).toEqual([
    'open',
    'INVALID_CREDENTIALS',
  ])
  const second = await givenRace()
  expect(await second.queue(() => second.signIn(old), second.change('battery staple'))).toEqual([
    'ended',
    'open',
  ])
})

test('a log-in with the old password does not outlive a reset that it overlaps', async () => {
  const first = await givenRace()
  expect(await first.queue(first.reset('battery staple'), () => first.signIn(old))).toEqual([
    'open',
    'INVALID_CREDENTIALS',
  ])
  const second = await givenRace()
  expect(await second.queue(() => second.signIn(old), second.reset('battery staple'))).toEqual([
    'ended',
    'open',
  ])
})

test('of a concurrent change and reset the first one counts', async () => {
  const first = await givenRace()
  expect(await first.queue(first.change('one battery'), first.reset('two staples'))).toEqual([
    'open',
    'LINK_INVALID',
  ])
  await expect(first.signIn('one battery')).resolves.toBeDefined()
  const second = await givenRace()
  expect(await second.queue(second.reset('two staples'), second.change('one battery'))).toEqual([
    'open',
    'NOT_SIGNED_IN',
  ])
  await expect(second.signIn('two staples')).resolves.toBeDefined()
})

test('of several concurrent changes or resets one counts', async () => {
  const passwords = ['one battery', 'two staples', 'three horses']
  const changing = await givenRace()
  expect(await changing.queue(...passwords.map(changing.change))).toEqual([
    'open',
    'NOT_SIGNED_IN',
    'NOT_SIGNED_IN',
  ])
  await expect(changing.signIn('one battery')).resolves.toBeDefined()
  const resetting = await givenRace()
  expect(await resetting.queue(...passwords.map(resetting.reset))).toEqual([
    'open',
    'LINK_INVALID',
    'LINK_INVALID',
  ])
  await expect(resetting.signIn('one battery')).resolves.toBeDefined()
})

test('a session of a link opened while the password changes does not stay open', async () => {
  const first = await givenRace()
  const token = await first.mailLink()
  const open = () => redeemLink(first.deps, visitor, { token })
  expect(await first.queue(first.change('battery staple'), open)).toEqual(['open', 'LINK_INVALID'])
  const second = await givenRace()
  const other = await second.mailLink()
  const openOther = () => redeemLink(second.deps, visitor, { token: other })
  expect(await second.queue(openOther, second.change('battery staple'))).toEqual(['ended', 'open'])
})
