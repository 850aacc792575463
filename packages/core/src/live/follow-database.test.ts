import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenStaff } from '../admin/testing.ts'
import { givenSession } from '../auth/testing.ts'
import { requestWithdrawal } from '../payouts/withdrawals.ts'
import { createTestDeps, givenMember } from '../testing.ts'
import { announceShared } from './cached.ts'
import { followDatabase, type Topic } from './watch.ts'

const { db, url, close } = await createTestDb()
const deps = createTestDeps(db)
const announced = new Set<Topic>()
let begin = () => {}
const listening = new Promise<void>((resolve) => {
  begin = resolve
})
const listener = followDatabase({
  changes: { ...deps.changes, announce: (topic) => announced.add(topic), announceAll: () => begin() },
  connectionString: url,
  onLost: () => {},
})
afterAll(async () => {
  await listener.close()
  await close()
})

/** What was announced since the last call. Announcements keep their order: after this one, all earlier ones are here. */
async function takeAnnounced(): Promise<Topic[]> {
  await sql`select pg_notify('survey_change', '')`.execute(db)
  await expect.poll(() => announced.delete('survey')).toBe(true)
  const topics = [...announced].sort()
  announced.clear()
  return topics
}

test('postings are announced to the member, withdrawals also to staff, jobs to their queue, ended sessions to their owner', async () => {
  await listening
  const member = await givenMember(db, { points: 5 })
  expect(await takeAnnounced()).toEqual([`member:${member.memberId}`])
  await requestWithdrawal(deps, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 1,
    mpesaNumber: '254712345678',
    idempotencyKey: undefined,
  })
  const own: Topic = `member:${member.memberId}`
  const job: Topic = 'job:send-payout-number-added'
  expect(await takeAnnounced()).toEqual([job, own, 'waiting', 'withdrawals'])

  await givenSession(db, member.memberId)
  await sql`update session set last_seen_at = now()`.execute(db)
  await sql`update session set revoked_at = now()`.execute(db)
  expect(await takeAnnounced()).toEqual([`session:${member.memberId}`])
  const staff = await givenStaff(deps)
  expect(await takeAnnounced()).toEqual(['job:send-company-changed'])
  await sql`update staff_session set revoked_at = now()`.execute(db)
  expect(await takeAnnounced()).toEqual([`session:${staff.id}`])
})

test('new settings are announced to every process, once they are committed', async () => {
  await listening
  await announceShared(deps, 'economy')
  expect(await takeAnnounced()).toEqual(['economy'])
  await db.transaction().execute(async (trx) => {
    await announceShared({ ...deps, db: trx }, 'product')
    expect(await takeAnnounced()).toEqual([])
  })
  expect(await takeAnnounced()).toEqual(['product'])
})
