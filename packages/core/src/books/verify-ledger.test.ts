import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { approve, createPayoutDeps, givenWithdrawal, pay, reject } from '../payouts/testing.ts'
import { givenMember } from '../testing.ts'
import { verifyLedger } from './verify-ledger.ts'

/** Two members with a full history each: earned, adjusted, withdrawn and paid, withdrawn and rejected, requested. */
async function givenBooks() {
  const { db, close } = await createTestDb({ max: 4, isDamaged: true })
  onTestFinished(close)
  const deps = createPayoutDeps(db, null)
  const paid = await givenWithdrawal(db)
  await approve(deps, paid)
  await pay(deps, paid, 'Slip 1')
  const { memberId } = paid
  await sql`select book_posting(${memberId}, 'survey', 3, 0, 'rewards', 'survey:1', 'Survey', null, null, 'system')`.execute(
    db,
  )
  const rejected = await givenWithdrawal(db)
  await reject(deps, rejected)
  const open = await givenWithdrawal(db)
  await givenMember(db)
  return { db, memberId, open, rejected, paid }
}

type Books = Awaited<ReturnType<typeof givenBooks>>

/** Tamper with the books as a superuser, with the protecting triggers and permissions off. */
async function tamper(books: Books, change: (books: Books) => ReturnType<typeof sql>) {
  const { db } = books
  await sql`grant update, delete on posting to current_user`.execute(db)
  for (const table of ['posting', 'wallet', 'earning_day', 'withdrawal']) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  }
  await change(books).execute(db)
}

test('intact books have no findings, and every posting is checked', async () => {
  const { db } = await givenBooks()
  const { n } = await db
    .selectFrom('posting')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(await verifyLedger({ db })).toEqual({ ok: true, checkedPostings: n, findings: [] })
})

test('the database refuses such changes to everyone except superusers', async () => {
  const { db, memberId } = await givenBooks()
  await expect(
    sql`update posting set description = 'x' where member_id = ${memberId}`.execute(db),
  ).rejects.toThrow()
  await expect(
    sql`update wallet set available = 99 where member_id = ${memberId}`.execute(db),
  ).rejects.toThrow()
})

// The paid member's postings: 1 adjustment +10, 2 hold, 3 payout, 4 survey +3.
test.each<[string, (books: Books) => ReturnType<typeof sql>, number, string]>([
  [
    'an amount that was changed',
    ({ memberId }) => sql`update posting set available_delta = 300 where member_id = ${memberId} and seq = 4`,
    4,
    'it is not what was written',
  ],
  [
    'an amount and all the sums after it',
    ({
      memberId,
    }) => sql`update posting set available_delta = available_delta + 5, available_after = available_after + 5
      where member_id = ${memberId} and seq = 4`,
    4,
    'it is not what was written',
  ],
  [
    'a description that was changed',
    ({ memberId }) =>
      sql`update posting set description = 'Survey: other' where member_id = ${memberId} and seq = 4`,
    4,
    'it is not what was written',
  ],
  [
    'a posting that was removed from the middle',
    ({ memberId }) => sql`delete from posting where member_id = ${memberId} and seq = 2`,
    3,
    'the posting before it is missing',
  ],
  [
    'the last posting removed',
    ({ memberId }) => sql`delete from posting where member_id = ${memberId} and seq = 4`,
    4,
    'the last posting is not the one the wallet counts',
  ],
  [
    'a posting that was put in',
    ({
      memberId,
    }) => sql`insert into posting (member_id, seq, kind, available_delta, held_delta, available_after,
        held_after, house_account, source_key, description, actor, hash)
      values (${memberId}, 5, 'survey', 7, 0, 18, 0, 'rewards', 'survey:2', 'Survey', 'system', sha256('x'))`,
    5,
    'it is not what was written',
  ],
  [
    'a wallet with more in it',
    ({ memberId }) => sql`update wallet set available = available + 1 where member_id = ${memberId}`,
    4,
    "the wallet's available points differ from the last posting",
  ],
  [
    'a wallet that holds more',
    ({ memberId }) => sql`update wallet set held = held + 1 where member_id = ${memberId}`,
    4,
    'the held points differ from the open withdrawals',
  ],
  [
    'more points earned',
    ({ memberId }) => sql`update wallet set earned = earned + 1 where member_id = ${memberId}`,
    4,
    'the points ever earned differ from the postings',
  ],
  [
    'a day with more points',
    ({ memberId }) => sql`update earning_day set points = points + 1 where member_id = ${memberId}`,
    4,
    'the points earned by day differ from the points ever earned',
  ],
  [
    'the seal of the chain',
    ({ memberId }) => sql`update wallet set last_hash = sha256('x') where member_id = ${memberId}`,
    4,
    "the wallet's seal differs from the last posting",
  ],
  [
    'a payout whose withdrawal says rejected',
    ({ memberId }) =>
      sql`update withdrawal set status = 'rejected', paid_at = null where member_id = ${memberId}`,
    3,
    'a payout of a withdrawal that is not paid',
  ],
])('%s is found, and its posting is named', async (_name, change, seq, problem) => {
  const books = await givenBooks()
  await tamper(books, change)
  const report = await verifyLedger(books)
  expect(report.ok).toBe(false)
  expect(report.findings).toContainEqual({ memberId: books.memberId, seq, problem })
  expect(new Set(report.findings.map((finding) => finding.memberId))).toEqual(new Set([books.memberId]))
})

test('a withdrawal without a hold, a rejected but paid one, and a hold without a withdrawal are found', async () => {
  const books = await givenBooks()
  const { db, open, rejected } = books
  const loseHold = sql`update posting set source_key = 'hold:lost' where member_id = ${open.memberId} and kind = 'hold'`
  await tamper(books, () => loseHold)
  await sql`update withdrawal set status = 'paid', payout_state = 'paid', receipt = 'X', paid_at = now()
    where member_id = ${rejected.memberId}`.execute(db)
  const { findings } = await verifyLedger({ db })
  const problems = (memberId: string) => findings.filter((f) => f.memberId === memberId).map((f) => f.problem)
  expect(problems(open.memberId)).toEqual(
    expect.arrayContaining([
      'a withdrawal without the posting that holds its points',
      'it belongs to no withdrawal',
    ]),
  )
  expect(problems(rejected.memberId)).toEqual(
    expect.arrayContaining([
      'a paid withdrawal without its payout',
      'points released for a withdrawal that was not rejected',
    ]),
  )
})
