import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareWithLedger, listJournalFindings } from '../queries/books/journal-points.ts'
import { listLedgerFindings, listWalletMembers } from '../queries/books/verify-ledger.ts'
import { createTestDb } from '../testing.ts'
import { findMembers, seedLarge } from './seed-large.ts'

const { db, close } = await createTestDb()
afterAll(close)
const sizes = { members: 400, postings: 6000, withdrawals: 60 }
const steps: string[] = []
const found = await findMembers(db)
beforeAll(() =>
  seedLarge(db, sizes, async (name, work) => {
    steps.push(name)
    await work()
  }),
)

const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> =>
  (await query.execute(db)).rows[0]

test('the database has the requested number of everything', async () => {
  const counted = await one(sql<Record<keyof typeof sizes, number>>`
    select (select count(*) from member) as members, (select count(*) from posting) as postings,
      (select count(*) from withdrawal) as withdrawals`)
  expect(counted).toMatchObject({ members: 400, withdrawals: 60 })
  // How many withdrawals ended, and so have a second posting, is random.
  expect(Math.abs((counted?.postings ?? 0) - sizes.postings)).toBeLessThan(20)
  expect(steps.length).toBeGreaterThan(5)
})

test('the ledger adds up to the last hash, although no trigger wrote it', async () => {
  const members = await listWalletMembers(db, undefined, 1000)
  const findings = await db.transaction().execute((trx) => listLedgerFindings(trx, members))
  expect(findings).toEqual([])
  expect(
    await one(sql`
      select (select sum(spins) from spin_count) = (select count(*) from spin where spun_at < until) as spins,
        (select sum(started) from survey_count) = (select count(*) from survey_attempt where started_at < until) as attempts,
        (select sum(uses) from task_count) = (select count(*) from task_view where claimed_at < until)
          + (select count(*) from task_proof where submitted_at < until)
          + (select count(*) from click where task_id is not null and clicked_at < until) as uses,
        (select count(*) from member_seen) = (select count(*) from member) as seen
      from count_mark`),
  ).toEqual({ spins: true, attempts: true, uses: true, seen: true })
})

test('the journal agrees with the ledger, and is what its entries say', async () => {
  expect(await compareWithLedger(db)).toEqual([])
  expect(await listJournalFindings(db)).toEqual([])
  expect(await one(sql`select count(distinct account) > 10 as is_filled from journal_day`)).toEqual({
    isFilled: true,
  })
})

test('the disabled triggers guard and post again afterwards', async () => {
  const off = await sql<{ name: string }>`
    select tgname as name from pg_trigger where not tgisinternal and tgenabled = 'D'`.execute(db)
  expect(off.rows).toEqual([])
  await expect(sql`update wallet set available = available + 1`.execute(db)).rejects.toThrow(
    'wallet changes only by a posting',
  )
})

test('other members are distinguished from seeded ones', async () => {
  expect(found).toBe('nobody')
  expect(await findMembers(db)).toBe('seeded')
  await sql`
    insert into member (email, first_name, last_name, country, password_hash)
    values ('amina@example.com', 'Amina', 'Otieno', 'Kenya', '-')`.execute(db)
  expect(await findMembers(db)).toBe('others')
})
