import { problem } from '@chuma/contract/problems'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { redeemLink, sendLink } from '../links.ts'
import { logIn } from '../log-in.ts'
import {
  callAs,
  createMailingDeps,
  givenMemberWithPassword,
  givenSession,
  listJobs,
  visitor,
} from '../testing.ts'
import { resetPassword } from './new-password.ts'

const { db, close } = await createTestDb()
afterAll(close)
const password = 'battery staple'

/** A member who forgot their password and has just opened the mailed link. */
async function givenResetting(purpose: 'reset-password' | 'sign-in' = 'reset-password') {
  const { deps, newestToken } = createMailingDeps(db)
  const member = await givenMemberWithPassword(db, { password: 'correct horse' })
  await sendLink(deps, { email: member.email, purpose })
  const { token } = await redeemLink(deps, visitor, { token: newestToken() })
  const reset = async (session: string, chosen = password) =>
    resetPassword(deps, await callAs(deps, session), { password: chosen, confirmPassword: chosen })
  return { ...member, deps, token, reset }
}

test('a reset link allows setting a password without the old one, and ends every session', async () => {
  const { deps, token, memberId, email, reset } = await givenResetting()
  const thief = await givenSession(db, memberId)
  const session = await reset(token)
  expect(session.user.id).toBe(memberId)
  const members = await Promise.all(
    [session.token, token, thief.token].map(async (each) => (await callAs(deps, each)).member?.memberId),
  )
  expect(members).toEqual([memberId, undefined, undefined])
  expect(await listJobs(db, email)).toEqual(['send-password-changed'])
  await expect(logIn(deps, visitor, { email, password })).resolves.toBeDefined()
  await expect(logIn(deps, visitor, { email, password: 'correct horse' })).rejects.toThrow()
})

test('one link sets one password', async () => {
  const { token, reset } = await givenResetting()
  const session = await reset(token)
  await expect(reset(session.token, 'another staple')).rejects.toMatchObject({ code: 'LINK_INVALID' })
  await expect(reset(token, 'another staple')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
})

test('after ten minutes the session stays, and the old password is needed again', async () => {
  const { deps, token, memberId, reset } = await givenResetting()
  const setUntil = (interval: string) =>
    db
      .updateTable('session')
      .set({ passwordResetUntil: sql<Date>`password_reset_until - ${interval}::interval` })
      .where('memberId', '=', memberId)
      .execute()
  await setUntil('10 minutes 1 second')
  await expect(reset(token)).rejects.toMatchObject({ code: 'LINK_INVALID', status: 400 })
  expect((await callAs(deps, token)).member).toMatchObject({ memberId })
  await setUntil('-1 minute')
  await expect(reset(token)).resolves.toBeDefined()
})

test('no other session can set a password this way, nor can a visitor', async () => {
  const { memberId, token, reset } = await givenResetting('sign-in')
  await expect(reset(token)).rejects.toMatchObject({ code: 'LINK_INVALID' })
  await expect(reset((await givenSession(db, memberId)).token)).rejects.toMatchObject({
    code: 'LINK_INVALID',
  })
  await expect(reset('garbage')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
})

test('a common password is refused, and the link can still set one with the member’s name', async () => {
  const { token, reset } = await givenResetting()
  await expect(reset(token, 'Password1')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { password: [problem('PASSWORD_COMMON')] },
  })
  await expect(reset(token, 'Otieno2026')).resolves.toBeDefined()
})
