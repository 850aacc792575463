import { findLastSeal } from '@chuma/db/queries/books/seals'
import { findLastCheck } from '@chuma/db/queries/books/verify-ledger'
import { isQueueStopped } from '@chuma/db/queries/payouts/payout-queue'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import { createPayoutDeps, createScriptedProvider } from '../../payouts/testing.ts'
import { givenMember } from '../../testing.ts'
import { givenRewards, tamper } from './seals.testing.ts'
import { checkBooks, sealAndReport, verifyNewBooks } from './verify-seals.ts'

async function givenBooks() {
  const { db, close } = await createTestDb({ max: 4, isDamaged: true })
  onTestFinished(close)
  const { provider } = createScriptedProvider()
  const deps = createPayoutDeps(db, provider)
  const { memberId } = await givenMember(db, { points: 10 })
  await sealAndReport(deps)
  return { db, deps, memberId, provider: provider.name }
}

const listStopMails = async (db: Awaited<ReturnType<typeof givenBooks>>['db']) =>
  (
    await sql<{
      reason: string
      to: string | null
    }>`select data ->> 'reason' as reason, data ->> 'to' as to from pgboss.job where name = 'send-queue-stopped'`.execute(
      db,
    )
  ).rows

test('books in order are recorded, and payouts go on', async () => {
  const { db, deps, provider } = await givenBooks()
  expect(await checkBooks(deps)).toEqual([])
  expect(await findLastCheck(db)).toMatchObject({ findings: [] })
  expect(await isQueueStopped(db, provider)).toBe(false)
})

test('a wallet that was changed stops payouts with its own reason, names the member, and mails each night', async () => {
  const { db, deps, memberId, provider } = await givenBooks()
  await tamper(db)
  await sql`update wallet set available = 1000 where member_id = ${memberId}`.execute(db)
  const findings = await checkBooks(deps)
  expect(findings).toContainEqual(expect.objectContaining({ memberId, seq: 1 }))
  expect(await findLastCheck(db)).toMatchObject({ isFull: true, findings })
  expect(await isQueueStopped(db, provider)).toBe(true)
  await checkBooks(deps)
  const mails = await listStopMails(db)
  expect(mails).toHaveLength(2)
  expect(mails[0]?.reason).toContain(`The books do not verify`)
  expect(mails[0]?.reason).toContain(`member ${memberId}, posting 1`)
})

test('each owner is told, besides the support address', async () => {
  const { db, deps, memberId } = await givenBooks()
  const owners = [await givenStaff(deps), await givenStaff(deps)]
  await givenStaff(deps, { role: 'finance' })
  for (const { id, username } of owners)
    await db
      .updateTable('staff')
      .set({ email: `${username}@example.com` })
      .where('staffId', '=', id)
      .execute()
  await tamper(db)
  await sql`update wallet set available = 1000 where member_id = ${memberId}`.execute(db)
  await checkBooks(deps)
  const told = (await listStopMails(db)).map(({ to }) => to)
  expect(new Set(told)).toEqual(new Set([null, ...owners.map(({ username }) => `${username}@example.com`)]))
})

test('a posting that does not fit stops payouts within a minute, once', async () => {
  const { db, deps, memberId, provider } = await givenBooks()
  await givenRewards(db, memberId, 1)
  await tamper(db)
  await sql`update posting set description = 'x' where member_id = ${memberId} and seq = 2`.execute(db)
  for (let minute = 0; minute < 3; minute++) expect(await sealAndReport(deps)).toHaveLength(1)
  expect(await isQueueStopped(db, provider)).toBe(true)
  expect(await listStopMails(db)).toHaveLength(1)
})

test('a check of what is new leaves older seals out, and finds changes of the newer', async () => {
  const { db, deps, memberId } = await givenBooks()
  const { memberId: otherId } = await givenMember(db, { points: 5 })
  await sealAndReport(deps)
  expect((await findLastSeal(db))?.sealId).toBe(2)
  await tamper(db)
  await sql`update posting set hash = sha256('x')`.execute(db)
  const members = (await verifyNewBooks(deps, 1)).map((finding) => finding.memberId)
  expect(members).toContain(otherId)
  expect(members).not.toContain(memberId)
})
