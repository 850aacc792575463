import { problem } from '@chuma/contract/problems'
import { getPasswordHash, setPasswordHash } from '@chuma/db/queries/account/members'
import { insertLink } from '@chuma/db/queries/auth/links'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { redeemLink } from '../auth/links.ts'
import { logIn } from '../auth/log-in.ts'
import { sendPasswordChanged } from '../auth/security-mails.ts'
import { createToken } from '../auth/sessions.ts'
import {
  callAs,
  createMailingDeps,
  givenMemberWithPassword,
  givenSession,
  listJobs,
  queueOnMember,
  visitor,
} from '../auth/testing.ts'
import { changePassword } from './own-account.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { deps, sent } = createMailingDeps(db)
const currentPassword = 'correct horse'
const newPassword = 'battery staple'
const input = { currentPassword, newPassword, confirmPassword: newPassword }

async function givenSignedIn() {
  const member = await givenMemberWithPassword(db, { password: currentPassword })
  const { token } = await givenSession(db, member.memberId)
  return { ...member, token }
}

const change = async (token: string, replaced: Partial<typeof input> = {}) =>
  changePassword(deps, await callAs(deps, token), { ...input, ...replaced })
const isDead = async (token: string) => (await callAs(deps, token)).member === null

test('a new password replaces the old one and every session', async () => {
  const { memberId, email, token } = await givenSignedIn()
  const phone = await givenSession(db, memberId)
  const stranger = await givenSession(db, (await givenSignedIn()).memberId)
  const session = await change(token)
  expect(session.user.id).toBe(memberId)
  expect(await isDead(session.token)).toBe(false)
  expect([await isDead(token), await isDead(phone.token), await isDead(stranger.token)]).toEqual([
    true,
    true,
    false,
  ])
  await expect(logIn(deps, visitor, { email, password: currentPassword })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  })
  await expect(logIn(deps, visitor, { email, password: newPassword })).resolves.toBeDefined()
})

test('every link that was mailed before stops working', async () => {
  const { memberId, token } = await givenSignedIn()
  const links = (['sign-in', 'reset-password', 'change-email'] as const).map((purpose) => ({
    ...createToken('l', memberId),
    purpose,
    ...(purpose === 'change-email' ? { newEmail: `new-${memberId}@example.com` } : {}),
  }))
  for (const { token: _, ...link } of links) {
    await db.transaction().execute((trx) => insertLink(trx, { memberId, ...link, expiresInMinutes: 10 }))
  }
  await change(token)
  for (const link of links) {
    await expect(redeemLink(deps, visitor, { token: link.token })).rejects.toMatchObject({
      code: 'LINK_INVALID',
    })
  }
})

test('a mail about the change goes to the address of that moment', async () => {
  const { memberId, email, token } = await givenSignedIn()
  await change(token)
  expect(await listJobs(db, email)).toEqual(['send-password-changed'])
  await db
    .updateTable('member')
    .set({ email: `x-${email}` })
    .where('memberId', '=', memberId)
    .execute()
  await sendPasswordChanged(deps, { memberId, email })
  expect(sent.at(-1)).toEqual({
    kind: 'sendPasswordChanged',
    mail: { to: email, firstName: 'Amina', passkeysRemoved: 0, passkeysLeft: 0, token: expect.any(String) },
  })
})

test('a wrong password changes nothing and ends no session', async () => {
  const { email, token } = await givenSignedIn()
  const other = await givenSession(db, (await callAs(deps, token)).member?.memberId ?? '')
  await expect(change(token, { currentPassword: 'wrong' })).rejects.toMatchObject({
    code: 'WRONG_PASSWORD',
    status: 403,
  })
  expect([await isDead(token), await isDead(other.token)]).toEqual([false, false])
  expect(await listJobs(db, email)).toEqual([])
  await expect(logIn(deps, visitor, { email, password: currentPassword })).resolves.toBeDefined()
})

test('someone at an unlocked screen has five guesses, and the right password resets the count', async () => {
  const { memberId, token } = await givenSignedIn()
  const guess = () => change(token, { currentPassword: 'wrong' }).catch(({ code }) => code)
  const guesses = []
  for (let i = 0; i < 5; i++) guesses.push(await guess())
  expect(guesses).toEqual(Array(5).fill('WRONG_PASSWORD'))
  await expect(change(token)).rejects.toMatchObject({ code: 'THROTTLED' })
  await sql`update throttle set blocked_until = now() where bucket like 'password-check-account:%'`.execute(
    db,
  )
  const session = await change(token)
  expect(session.user.id).toBe(memberId)
  const swapped = { currentPassword: newPassword, newPassword: currentPassword }
  for (let i = 0; i < 4; i++) {
    await change(session.token, { currentPassword: 'wrong' }).catch(() => undefined)
  }
  await expect(change(session.token, swapped)).resolves.toBeDefined()
})

test('a password that was replaced a moment ago is wrong', async () => {
  const { memberId, token } = await givenSignedIn()
  const [result] = await queueOnMember(db, memberId, {
    calls: [() => change(token)],
    change: (trx) => setPasswordHash(trx, memberId, 'set by somebody else'),
  })
  expect(result).toMatchObject({ status: 'rejected', reason: { code: 'WRONG_PASSWORD' } })
  expect(await getPasswordHash(db, memberId)).toBe('set by somebody else')
  expect(await isDead(token)).toBe(false)
})

test('a common new password is refused at its field and counts as no attempt', async () => {
  const { token } = await givenSignedIn()
  for (const guessed of ['123456', 'qwerty', 'password', 'iloveyou', '987654321', 'aaaaaa']) {
    await expect(change(token, { newPassword: guessed })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { newPassword: [problem('PASSWORD_COMMON')] },
    })
  }
  await expect(change(token, { newPassword: 'Otieno2026' })).resolves.toBeDefined()
})
