import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { ensureEconomy } from '../admin/economy.ts'
import { givenStaff } from '../admin/testing.ts'
import { givenSession } from '../auth/testing.ts'
import { requestWithdrawal } from '../payouts/withdrawals.ts'
import { createTestDeps, givenMember } from '../testing.ts'
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
  await sql`select pg_notify('product_change', '')`.execute(db)
  await expect.poll(() => announced.delete('product')).toBe(true)
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

test('a new economy record is announced to every process', async () => {
  await listening
  await ensureEconomy(db)
  expect(await takeAnnounced()).toEqual(['economy'])
})
