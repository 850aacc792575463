import { revokeStaffSessions } from '@chuma/db/queries/admin/staff-sessions'
import { revokeAllSessions } from '@chuma/db/queries/auth/sessions'
import { announce } from '@chuma/db/queries/listen'
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
  await announce(db, 'survey_change')
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
  await revokeAllSessions(db, member.memberId)
  expect(await takeAnnounced()).toEqual([`session:${member.memberId}`])
  const staff = await givenStaff(deps)
  expect(await takeAnnounced()).toEqual(['job:send-company-changed'])
  await db.transaction().execute((trx) => revokeStaffSessions(trx, staff.id))
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

test('a transaction that fails, while it runs or as it commits, announces nothing', async () => {
  await listening
  const { memberId } = await givenMember(db)
  await takeAnnounced()
  const undone = db.transaction().execute(async (trx) => {
    await announce(trx, 'withdrawal_change', memberId)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  // Refused by a foreign key that is checked when the transaction commits.
  const refused = db.transaction().execute(async (trx) => {
    await announce(trx, 'withdrawal_change', memberId)
    await sql`create table made_up (id uuid references member deferrable initially deferred)`.execute(trx)
    await sql`insert into made_up values (gen_random_uuid())`.execute(trx)
  })
  await expect(refused).rejects.toThrow('made_up')
  // The next transaction on that connection does not send what the failed one kept back.
  await Promise.all(
    Array.from({ length: 20 }, () => db.transaction().execute((trx) => sql`select`.execute(trx))),
  )
  expect(await takeAnnounced()).toEqual([])
})
