import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { codeOf, createTestDeps, readRow } from '../testing.ts'
import { identifyCaller } from './identify-caller.ts'
import { logIn, restoreAccount } from './log-in.ts'
import { givenMemberWithPassword, visitor } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const password = 'correct horse'

async function givenStanding(standing: {
  deletionDueAt?: string
  suspensionReason?: string
  isVerified?: boolean
}) {
  const { isVerified = true } = standing
  const member = await givenMemberWithPassword(db, { password, isVerified })
  await db
    .updateTable('member')
    .set({
      deletionDueAt: standing.deletionDueAt ? new Date(standing.deletionDueAt) : null,
      suspensionReason: standing.suspensionReason ?? null,
      suspendedAt: standing.suspensionReason ? sql<Date>`now()` : null,
    })
    .where('memberId', '=', member.memberId)
    .execute()
  return member
}

const isClosing = async (memberId: string) => {
  const member = await readRow(db, 'member', ['deletionDueAt'], { memberId })
  return member.deletionDueAt !== null
}

test('a suspended member is told why, once they have proved who they are', async () => {
  const { email } = await givenStanding({ suspensionReason: 'Two accounts share one M-Pesa number.' })
  expect(await codeOf(logIn(deps, visitor, { email, password: 'wrong' }))).toBe('INVALID_CREDENTIALS')
  await expect(logIn(deps, visitor, { email, password })).rejects.toMatchObject({
    code: 'ACCOUNT_SUSPENDED',
    status: 403,
    failure: { params: { reason: 'Two accounts share one M-Pesa number.' } },
  })
})

test('a member due for deletion is told the last day, in Nairobi time', async () => {
  const { email } = await givenStanding({ deletionDueAt: '2099-12-05T22:30:00Z' })
  expect(await codeOf(logIn(deps, visitor, { email, password: 'wrong' }))).toBe('INVALID_CREDENTIALS')
  await expect(logIn(deps, visitor, { email, password })).rejects.toMatchObject({
    code: 'ACCOUNT_CLOSING',
    status: 403,
    failure: { params: { day: '2099-12-06' } },
  })
})

test('keeping the account signs the member in and changes nothing else', async () => {
  const { email, memberId } = await givenStanding({ deletionDueAt: '2099-12-05T12:00:00Z' })
  await expect(restoreAccount(deps, visitor, { email, password: 'wrong' })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  })
  expect(await isClosing(memberId)).toBe(true)

  const { token } = await restoreAccount(deps, visitor, { email, password })
  expect(await isClosing(memberId)).toBe(false)
  const caller = await identifyCaller(deps, { token, address: null, userAgent: null })
  expect(caller.member).toMatchObject({ memberId })
  await expect(logIn(deps, visitor, { email, password })).resolves.toBeDefined()
})

test('with nothing to restore it is an ordinary log-in', async () => {
  const { email, memberId } = await givenStanding({})
  await expect(restoreAccount(deps, visitor, { email, password })).resolves.toMatchObject({
    user: { id: memberId },
  })
})

test.each([
  ['ACCOUNT_SUSPENDED', { suspensionReason: 'A reason' }],
  ['EMAIL_NOT_VERIFIED', { isVerified: false }],
])('an account refused with %s is still going to be deleted', async (code, standing) => {
  const { email, memberId } = await givenStanding({ deletionDueAt: '2099-12-05T12:00:00Z', ...standing })
  await expect(restoreAccount(deps, visitor, { email, password })).rejects.toMatchObject({ code })
  expect(await isClosing(memberId)).toBe(true)
})

test('guesses here count like those at the log-in', async () => {
  const { email, memberId } = await givenStanding({ deletionDueAt: '2099-12-05T12:00:00Z' })
  for (const [index, door] of [logIn, restoreAccount, logIn, restoreAccount, logIn].entries()) {
    await door(deps, visitor, { email, password: `guess ${index}` }).catch(() => undefined)
  }
  for (const door of [logIn, restoreAccount]) {
    await expect(door(deps, visitor, { email, password })).rejects.toMatchObject({ code: 'THROTTLED' })
  }
  expect(await isClosing(memberId)).toBe(true)
})
