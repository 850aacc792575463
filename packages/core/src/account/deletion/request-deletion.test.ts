import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { logIn, restoreAccount } from '../../auth/log-in.ts'
import {
  callAs,
  createMailingDeps,
  givenMemberWithPassword,
  givenSession,
  queueOnMember,
  visitor,
} from '../../auth/testing.ts'
import { requestWithdrawal } from '../../payouts/withdrawals.ts'
import { codeOf, givenMember, readRows } from '../../testing.ts'
import { requestDeletion, sendAccountClosing } from '../deletion.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { deps, sent } = createMailingDeps(db)
const password = 'correct horse'

async function givenSignedIn() {
  const member = await givenMemberWithPassword(db, { password })
  const { token } = await givenSession(db, member.memberId)
  return { ...member, token, caller: await callAs(deps, token) }
}

const getDeletion = (memberId: string) =>
  db
    .selectFrom('member')
    .select([
      'deletionDueAt',
      sql<number>`round(extract(epoch from deletion_due_at - now()) / 86400)::int`.as('days'),
    ])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()

async function listClosingJobs(memberId: string) {
  const { rows } = await sql<{ data: { memberId: string; email: string } }>`
    select data from pgboss.job where name = 'send-account-closing' and data ->> 'memberId' = ${memberId}
  `.execute(db)
  return rows.map(({ data }) => data)
}

beforeEach(() => {
  sent.length = 0
})

test('the account closes at once on every device, and the member has fourteen days', async () => {
  const { memberId, token, caller, email } = await givenSignedIn()
  const other = await givenSession(db, memberId)
  const { deletionDueAt } = await requestDeletion(deps, caller, { password })
  expect(await getDeletion(memberId)).toEqual({ deletionDueAt, days: 14 })
  for (const closed of [token, other.token]) expect((await callAs(deps, closed)).member).toBeNull()
  expect(await readRows(db, 'session', ['memberId'], { memberId, revokedAt: null })).toEqual([])
  await expect(logIn(deps, visitor, { email, password })).rejects.toMatchObject({ code: 'ACCOUNT_CLOSING' })
})

test('a mail says what happens, until when, and what the member would lose', async () => {
  const member = await givenSignedIn()
  const { deletionDueAt } = await requestDeletion(deps, member.caller, { password })
  const [job, ...others] = await listClosingJobs(member.memberId)
  expect(others).toEqual([])
  expect(job).toEqual({ memberId: member.memberId, email: member.email })
  if (job) await sendAccountClosing(deps, job)
  expect(sent).toEqual([
    {
      kind: 'sendDeletionRequested',
      mail: {
        to: member.email,
        firstName: 'Amina',
        deletionDueAt,
        points: 0,
        heldPoints: 0,
        timeZone: 'Africa/Nairobi',
      },
    },
  ])
})

test('the mail lists held points separately from those that will be lost', async () => {
  const member = await givenMember(db, { points: 9 })
  const request = { withdrawalMethod: 'mpesa' as const, pointsToWithdraw: 4, mpesaNumber: '254712000001' }
  await requestWithdrawal(deps, member, { ...request, idempotencyKey: undefined })
  await sql`update member set deletion_due_at = now() where member_id = ${member.memberId}`.execute(db)
  await sendAccountClosing(deps, member)
  expect(sent).toMatchObject([{ mail: { points: 5, heldPoints: 4 } }])
})

test('a member who kept the account before the mail was written gets none', async () => {
  const { caller, memberId, email } = await givenSignedIn()
  await requestDeletion(deps, caller, { password })
  await restoreAccount(deps, visitor, { email, password })
  expect((await getDeletion(memberId)).deletionDueAt).toBeNull()
  await sendAccountClosing(deps, { memberId, email })
  expect(sent).toEqual([])
})

test('a wrong password deletes nothing', async () => {
  const { caller, memberId, token } = await givenSignedIn()
  expect(await codeOf(requestDeletion(deps, caller, { password: 'guess' }))).toBe('WRONG_PASSWORD')
  expect((await getDeletion(memberId)).deletionDueAt).toBeNull()
  expect((await callAs(deps, token)).member).not.toBeNull()
})

test('a visitor has nothing to delete', async () => {
  await expect(requestDeletion(deps, visitor, { password })).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
})

test('five requests at once close it once', async () => {
  const { caller, memberId } = await givenSignedIn()
  const race = await queueOnMember(db, memberId, {
    // Not more: each counts as a password attempt until it succeeds.
    calls: Array.from({ length: 5 }, () => () => requestDeletion(deps, caller, { password })),
  })
  const days = race.map((call) =>
    call.status === 'fulfilled' ? call.value.deletionDueAt.getTime() : call.reason,
  )
  expect(new Set(days).size).toBe(1)
  expect(await listClosingJobs(memberId)).toHaveLength(1)
})

test('a password that was replaced while it was being checked deletes nothing', async () => {
  const { caller, memberId } = await givenSignedIn()
  const [call] = await queueOnMember(db, memberId, {
    calls: [() => requestDeletion(deps, caller, { password })],
    change: (trx) =>
      trx.updateTable('member').set({ passwordHash: 'another' }).where('memberId', '=', memberId).execute(),
  })
  expect(call).toMatchObject({ status: 'rejected', reason: { code: 'WRONG_PASSWORD' } })
  expect((await getDeletion(memberId)).deletionDueAt).toBeNull()
})
