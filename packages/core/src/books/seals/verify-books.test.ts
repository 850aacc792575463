import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findLastSeal } from '@chuma/db/queries/books/seals'
import { findLastCheck } from '@chuma/db/queries/books/verify-ledger'
import { isQueueStopped } from '@chuma/db/queries/payouts/payout-queue'
import { markErased } from '@chuma/db/queries/personal-data/erasure'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import {
  approve,
  createPayoutDeps,
  createScriptedProvider,
  givenWithdrawal,
  pay,
} from '../../payouts/testing.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { sealBooks } from './seal-books.ts'
import { readSealKeys } from './seal-keys.ts'
import { givenRewards, reseal, tamper } from './seals.testing.ts'
import { checkBooks, sealAndReport, verifyBooks, verifyNewBooks } from './verify-seals.ts'

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

const entry = (problem: string) => expect.stringMatching(`^audit entry 1 ${problem} since `)
const seal = expect.stringMatching(/^seal 1 of .* or what it covers was changed$/)

test.each([
  ['a removed entry of the audit log', sql`delete from audit_entry`, 1, entry('was removed')],
  ['a changed entry', sql`update audit_entry set actor = 'staff:other'`, 1, entry('was changed')],
  ['an entry with other words', sql`update audit_entry set reason = 'erased'`, 1, entry('was changed')],
  ['an entry with another address', sql`update audit_entry set address = null`, 1, entry('was changed')],
  [
    'an entry written into the past',
    sql`insert into audit_entry (at, actor, action, subject)
      values (now() - interval '1 day', 'staff:amina', 'member.restored', 'database')`,
    2,
    'audit entry 2 was never sealed',
  ],
  ['a line of a seal', sql`update sealed_head set seq = 3 where seq = 4`, 1, seal],
  ['a seal with its sums', sql`update seal set points = points + 1`, 1, seal],
  ['a removed line', sql`delete from sealed_entry`, 1, seal],
])('%s is found, because nobody can seal again without the key', async (_, change, seq, problem) => {
  const { db, deps } = await givenSealedBooks()
  await tamper(db)
  await change.execute(db)
  expect((await verifyBooks(deps)).findings).toContainEqual({ memberId: null, seq, problem })
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

test('an attempt of a paid withdrawal that was made paid is named', async () => {
  const { db, deps } = await givenSealedBooks()
  const { id, memberId } = await givenWithdrawal(db)
  await approve(deps, { id })
  await pay(deps, { id }, 'Slip 1')
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

const [older, newer] = [Buffer.alloc(32, 'a').toString('base64'), Buffer.alloc(32, 'b').toString('base64')]

test('a new key seals while a process with the old one runs, which then leaves the chain alone', async () => {
  const { db, close } = await createTestDb({ max: 4 })
  onTestFinished(close)
  const { memberId } = await givenMember(db, { points: 10 })
  const before = createTestDeps(db, { sealKeys: readSealKeys(older) })
  const after = createTestDeps(db, { sealKeys: readSealKeys(`${newer}, ${older}`) })
  await sealBooks(before)
  await givenRewards(db, memberId, 1, 'later')
  await sealBooks(after)
  expect(await findLastSeal(db)).toMatchObject({ sealId: 2, keyId: after.sealKeys[0]?.id })

  await givenRewards(db, memberId, 1, 'last')
  await expect(sealBooks(before)).rejects.toThrow(
    `SEAL_KEYS: the books are sealed with the key ${after.sealKeys[0]?.id}, which is not among them. Nothing is lost`,
  )
  expect(await verifyBooks(after)).toMatchObject({ ok: true, checkedPostings: 3 })
})

test('without the key that sealed them books are neither sealed nor called damaged', async () => {
  const { db, close } = await createTestDb({ max: 4 })
  onTestFinished(close)
  await givenMember(db, { points: 10 })
  const deps = createTestDeps(db, { sealKeys: readSealKeys(older) })
  await sealBooks(deps)
  const wrong = { ...deps, sealKeys: readSealKeys(newer) }
  await expect(verifyBooks(wrong)).rejects.toThrow('SEAL_KEYS')
  expect(await findLastSeal(db)).toMatchObject({ sealId: 1 })
  expect(await verifyBooks(deps)).toMatchObject({ ok: true })
})

test.each(['', 'short', `${older},`])('the key %j is refused without naming it', (text) => {
  expect(() => readSealKeys(text)).toThrow(/^give 32 random bytes in base64/)
})
