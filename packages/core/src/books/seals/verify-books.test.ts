import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findLastSeal } from '@chuma/db/queries/books/seals'
import { markErased } from '@chuma/db/queries/personal-data/erasure'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { decideWithdrawal } from '../../payouts/approvals/decide-withdrawal.ts'
import { finance, givenWithdrawal } from '../../payouts/testing.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { sealBooks } from './seal-books.ts'
import { givenRewards, reseal, tamper } from './seals.testing.ts'
import { verifyBooks } from './verify-seals.ts'

/** Two sealed members, an unsealed posting of the first, and an entry of the audit log. */
async function givenSealedBooks() {
  const { db, close } = await createTestDb({ max: 4, isDamaged: true })
  onTestFinished(close)
  const deps = createTestDeps(db)
  const { memberId } = await givenMember(db, { points: 10 })
  const { memberId: otherId } = await givenMember(db, { points: 20 })
  await givenRewards(db, memberId, 3)
  await db.transaction().execute((trx) =>
    insertAuditEntry(trx, {
      actor: 'staff:amina',
      action: 'member.suspended',
      subject: `member:${otherId}`,
      reason: 'Several accounts',
      address: '192.0.2.1',
    }),
  )
  expect(await sealBooks(deps)).toEqual([])
  return { db, deps, memberId, otherId }
}

const at = expect.stringMatching(/ \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)

test('sealed books have no findings, and nothing is sealed twice', async () => {
  const { db, deps, memberId } = await givenSealedBooks()
  const first = await findLastSeal(db)
  expect(first).toMatchObject({ sealId: 1, postings: 5, points: 33, entries: 1 })
  await sealBooks(deps)
  expect(await findLastSeal(db)).toEqual(first)
  await givenRewards(db, memberId, 1, 'later')
  expect(await verifyBooks(deps)).toEqual({ ok: true, checkedPostings: 6, findings: [] })
  expect(await findLastSeal(db)).toMatchObject({ sealId: 2, postings: 6, points: 34 })
})

test('more postings than fit into one seal are sealed in several', async () => {
  const { db, deps, otherId } = await givenSealedBooks()
  await givenRewards(db, otherId, 2100, 'many')
  const { memberId } = await givenMember(db, { points: 1 })
  await givenRewards(db, memberId, 5)
  expect(await sealBooks(deps)).toEqual([])
  const { findings } = await verifyBooks(deps)
  expect(findings).toEqual([])
  const last = await findLastSeal(db)
  expect(last).toMatchObject({ postings: 2111, points: 33 + 2106 })
  expect(last?.sealId).toBeGreaterThan(2)
})

test('a rewritten posting whose chain and wallet were made to fit is named', async () => {
  const { db, deps, memberId } = await givenSealedBooks()
  await tamper(db)
  await sql`update posting set available_delta = available_delta + 500, available_after = available_after + 500
    where member_id = ${memberId} and seq = 2`.execute(db)
  await sql`update posting set available_after = available_after + 500 where member_id = ${memberId} and seq > 2`.execute(
    db,
  )
  await reseal(db, memberId)
  const { findings } = await verifyBooks(deps)
  expect(findings).toContainEqual({ memberId, seq: 4, problem: at })
  expect(findings.find((finding) => finding.memberId)?.problem).toContain(
    'the posting is not the one that was sealed',
  )
  // It was sealed with other sums.
  expect(findings.map(({ problem }) => problem)).toContain(
    'all wallets hold 533 points, but the seals say 33',
  )
})

test('a cut posting whose wallet was made to fit is named, also when others took its number', async () => {
  const { db, deps, memberId } = await givenSealedBooks()
  await tamper(db)
  await sql`delete from posting where member_id = ${memberId} and seq > 2`.execute(db)
  await reseal(db, memberId)
  expect((await verifyBooks(deps)).findings).toContainEqual({
    memberId,
    seq: 4,
    problem: expect.stringContaining('the posting is gone, which was sealed'),
  })
  await sql`alter table wallet enable trigger user`.execute(db)
  await sql`alter table posting enable trigger user`.execute(db)
  await givenRewards(db, memberId, 4, 'again')
  expect((await verifyBooks(deps)).findings).toContainEqual({
    memberId,
    seq: 4,
    problem: expect.stringContaining('the posting is not the one that was sealed'),
  })
})

test('a removed member is named', async () => {
  const { db, deps, otherId } = await givenSealedBooks()
  await tamper(db)
  for (const table of ['posting', 'earning_day', 'wallet'])
    await sql`delete from ${sql.table(table)} where member_id = ${otherId}`.execute(db)
  expect((await verifyBooks(deps)).findings).toContainEqual({
    memberId: otherId,
    seq: 1,
    problem: expect.stringContaining('the member is gone, who was sealed'),
  })
})

test('a posting put between sealed ones is named', async () => {
  const { db, deps, memberId } = await givenSealedBooks()
  await tamper(db)
  await sql`update posting set seq = seq + 1000 where member_id = ${memberId} and seq > 2`.execute(db)
  await sql`update posting set seq = seq - 999 where member_id = ${memberId} and seq > 2`.execute(db)
  await sql`insert into posting select (p).* from (
    select jsonb_populate_record(posting, '{"seq": 3, "source_key": "survey:forged"}') as p from posting
    where member_id = ${memberId} and seq = 2) forged`.execute(db)
  await reseal(db, memberId)
  expect((await verifyBooks(deps)).findings).toContainEqual({
    memberId,
    seq: 4,
    problem: expect.stringContaining('the posting is not the one that was sealed'),
  })
})

test.each([
  ['removed', sql`delete from audit_entry`, 'was removed'],
  ['changed', sql`update audit_entry set actor = 'staff:other'`, 'was changed'],
  ['given other words', sql`update audit_entry set reason = 'erased'`, 'was changed'],
  ['given another address', sql`update audit_entry set address = null`, 'was changed'],
])('an entry of the audit log that was %s is named', async (_, change, problem) => {
  const { db, deps } = await givenSealedBooks()
  await tamper(db)
  await change.execute(db)
  expect((await verifyBooks(deps)).findings).toEqual([
    { memberId: null, seq: 1, problem: expect.stringMatching(`^audit entry 1 ${problem} since `) },
  ])
})

test('an entry written into the past is named', async () => {
  const { db, deps } = await givenSealedBooks()
  await sql`insert into audit_entry (at, actor, action, subject)
    values (now() - interval '1 day', 'staff:amina', 'member.restored', 'database')`.execute(db)
  expect((await verifyBooks(deps)).findings).toEqual([
    { memberId: null, seq: 2, problem: 'audit entry 2 was never sealed' },
  ])
})

test('what the erasure of a member removes from the audit log is no finding', async () => {
  const { db, deps, otherId } = await givenSealedBooks()
  await sql`update member set deletion_due_at = now() where member_id = ${otherId}`.execute(db)
  await db.transaction().execute((trx) => markErased(trx, otherId))
  await sql`update audit_entry set reason = 'erased'`.execute(db)
  expect((await verifyBooks(deps)).findings).toEqual([])
  await tamper(db)
  await sql`update audit_entry set actor = 'staff:other'`.execute(db)
  expect((await verifyBooks(deps)).ok).toBe(false)
})

test.each([
  ['a line of a seal', sql`update sealed_head set seq = 3 where seq = 4`],
  ['a seal with its sums', sql`update seal set points = points + 1`],
  ['a removed line', sql`delete from sealed_entry`],
])('%s is found, because nobody can seal again without the key', async (_, change) => {
  const { db, deps } = await givenSealedBooks()
  await tamper(db)
  await change.execute(db)
  expect((await verifyBooks(deps)).findings).toContainEqual({
    memberId: null,
    seq: 1,
    problem: expect.stringMatching(/^seal 1 of .* or what it covers was changed$/),
  })
})

test('a seal removed between others is named', async () => {
  const { db, deps, memberId } = await givenSealedBooks()
  for (const later of ['b', 'c']) {
    await givenRewards(db, memberId, 1, later)
    await sealBooks(deps)
  }
  await tamper(db)
  await sql`delete from seal where seal_id = 2`.execute(db)
  await sql`delete from sealed_head where seal_id = 2`.execute(db)
  expect((await verifyBooks(deps)).findings).toContainEqual({
    memberId: null,
    seq: 2,
    problem: expect.stringMatching(/^seals are missing before seal 3 of /),
  })
})

test('a posting that does not follow from the sealed ones is not sealed', async () => {
  const { db, deps, memberId, otherId } = await givenSealedBooks()
  await givenRewards(db, memberId, 1, 'later')
  await givenRewards(db, otherId, 1, 'later')
  await tamper(db)
  await sql`update posting set description = 'x' where member_id = ${memberId} and seq = 5`.execute(db)
  expect(await sealBooks(deps)).toEqual([{ memberId, seq: 5, problem: 'it is not what was written' }])
  expect(await findLastSeal(db)).toMatchObject({ sealId: 2, postings: 6 })
})

test('a running total that differs from the wallets is found', async () => {
  const { db, deps } = await givenSealedBooks()
  await tamper(db)
  await sql`update points_total set points = points + 7`.execute(db)
  expect((await verifyBooks(deps)).findings).toEqual([
    { memberId: null, seq: 0, problem: 'all wallets hold 33 points, but the running total says 40' },
  ])
})

test('an attempt of a paid withdrawal that was made paid is named', async () => {
  const { db, deps } = await givenSealedBooks()
  const { id, memberId } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await decideWithdrawal(deps, finance, { id, status: 'paid', adminNotes: 'Slip 1' })
  expect((await verifyBooks(deps)).findings).toEqual([])
  await sql`alter table payout_attempt disable trigger user`.execute(db)
  await sql`insert into payout_attempt (member_id, withdrawal_id, attempt_no, provider, state, amount_kes,
      originator_conversation_id, mpesa_number, receipt, sending_at)
    values (${memberId}, ${id}, 1, 'daraja', 'paid', 2000, 'forged', '254712345678', 'FORGED1', now())`.execute(
    db,
  )
  expect((await verifyBooks(deps)).findings).toEqual([
    { memberId, seq: 0, problem: `withdrawal ${id} and its paid attempt 1 do not agree` },
  ])
})
