import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { insertEconomyVersion } from '@chuma/db/queries/admin/economy'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { receivePostback } from '../../partners/events.ts'
import { callWith, givenClick, givenLinkClick } from '../../partners/testing.ts'
import { givenWithdrawal } from '../../payouts/testing.ts'
import { addUpReceivables } from '../../receivables/receivables.ts'
import { insertPaid, monthsAgo, reversePaid } from '../../receivables/testing.ts'
import { startSurvey } from '../../surveys/surveys.ts'
import { givenSurvey } from '../../surveys/testing.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { postPoints } from '../../wallet/ledger.ts'
import { tamper } from '../testing.ts'
import { keepPoints } from './keep-points.ts'
import { readBalances, readEntry } from './testing.ts'
import { verifyJournal } from './verify-journal.ts'

// Each test needs books that are not open.
const open: { close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const { close } of open) await close()
})
const problems: string[] = []
afterEach(() => expect(problems.splice(0)).toEqual([]))

async function given() {
  const test = await createTestDb({ isDamaged: true })
  open.push(test)
  const { db } = test
  const deps = createTestDeps(db)
  const { rows } = await sql<{ day: string }>`select business_day(now()) - 3 as day`.execute(db)
  const day = rows[0]?.day ?? ''
  return {
    ...test,
    deps,
    day,
    /** Move every posting and every step of a credit so far to noon of the day, or some days later. */
    moveAll: (days = 0) =>
      tamper(
        db,
        sql`update posting set created_at = business_day_start(${day}::date + ${days}::int) + interval '12 hours'
        where created_at > business_day_start(business_day(now()))`,
        sql`update partner_accrual set day = ${day}::date + ${days}::int where day = business_day(now())`,
      ),
    keep: async (options = {}) => {
      await Promise.all([keepPoints(deps, options), keepPoints(deps, options)])
      problems.push(...(await verifyJournal(db, { isFull: true })).map(({ problem }) => problem))
    },
  }
}

test('books open with what the database holds, once, and agree at once', async () => {
  const { db, moveAll, keep } = await given()
  const { id } = await givenWithdrawal(db)
  await sql`update withdrawal set status = 'approved', payout_state = 'sent' where withdrawal_id = ${id}`.execute(
    db,
  )
  await givenWithdrawal(db)
  await givenMember(db, { points: 4 })
  await moveAll()
  // An installation of before: nothing was booked when it happened.
  await tamperJournal(db)
  await givenMember(db, { points: 5 })
  await keep()
  expect(await readBalances(db)).toEqual({
    'members-points': -20_000,
    'opening-balance': 24_000,
    'payouts-in-flight': -2000,
    'points-held': -2000,
  })
  await keep()
  expect(await readEntry(db, 'opening')).toHaveLength(4)
})

async function tamperJournal(db: Parameters<typeof keepPoints>[0]['db']) {
  const tables = ['journal_line', 'journal_day', 'journal_entry']
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
  }
}

test('a day’s rewards and what a partner owes for them are booked once, when the day is over', async () => {
  const { db, deps, day, moveAll, keep } = await given()
  await givenMember(db, { points: 4 })
  const { partnerId, tell } = await givenClick(deps)
  await tell({ kind: 'credit' })
  await moveAll()
  await keep({ firstDay: day })
  expect(await readEntry(db, `points:${day}:survey:${partnerId}`)).toEqual([
    'debit rewards-expense KES 6000',
    'credit members-points KES 6000',
  ])
  expect(await readEntry(db, `credits:${day}:${partnerId}`)).toEqual([
    'debit partner-receivables USD 6',
    'credit partner-revenue USD 6',
  ])
  expect(await readBalances(db)).toMatchObject({
    'members-points': -10_000,
    'points-adjustments': 4000,
    'rewards-expense': 6000,
  })
  const offers = await db.selectFrom('journalOfferDay').select(['day', 'usdMinor', 'kesMinor']).execute()
  expect(offers).toEqual([{ day, usdMinor: 600, kesMinor: 600_000 }])
})

test('a credit that a partner takes back is no revenue any more, and a member below zero is in debt', async () => {
  const { db, deps, day, moveAll, keep } = await given()
  const { member, partnerId, tell } = await givenClick(deps)
  await tell({ kind: 'credit' })
  await postPoints(db, {
    memberId: member.memberId,
    kind: 'adjustment',
    availableDelta: -5,
    heldDelta: 0,
    houseAccount: 'adjustments',
    sourceKey: 'adjustment:1',
    description: 'x',
    actor: 'staff:x',
  })
  await moveAll()
  await tell({ kind: 'reverse' })
  await moveAll(1)
  await keep({ firstDay: day })
  expect(await readBalances(db, 'USD')).toEqual({})
  const { rows } = await sql<{ day: string }>`select ${day}::date + 1 as day`.execute(db)
  expect(await readEntry(db, `reversals:${rows[0]?.day}:${partnerId}`)).toEqual([
    'credit partner-receivables USD 6',
    'debit partner-revenue USD 6',
  ])
  expect(await readBalances(db)).toEqual({ 'member-debts': 5000, 'points-adjustments': -5000 })
})

test('credits with parts of cents are rounded as receivables round them', async () => {
  const { db, deps, day, moveAll, keep } = await given()
  const { member, partnerId, publicKey, tell } = await givenLinkClick(deps, { points: 5 })
  await tell('credit', 't1', { usd: 5.004 })
  const surveyId = await givenSurvey(db, { kind: 'external', rewardUsd: 6, partnerId })
  const { externalUrl } = await startSurvey(deps, member, { surveyId })
  const userRef = new URL(externalUrl ?? '').searchParams.get('subid') ?? ''
  await receivePostback(
    deps,
    callWith(publicKey, { kind: 'credit', transactionId: 't2', userRef, amountUsdMicros: 6_004_000 }),
  )
  await moveAll()
  // Of two months, which an invoice has on lines of their own.
  for (const { day: earlier } of [monthsAgo(3), monthsAgo(4)]) {
    const creditId = await insertPaid(db, { partnerId, memberId: member.memberId, day: earlier, usd: 5.004 })
    await reversePaid(db, { creditId, day })
  }
  await keep({ firstDay: day })
  await addUpReceivables(deps)
  const { rows } = await sql<{ accrued: number; reversed: number }>`
    select sum(accrued_cents)::bigint as accrued, sum(reversed_cents)::bigint as reversed from partner_account_day
    where partner_id = ${partnerId} and day = ${day}
  `.execute(db)
  expect(rows).toEqual([{ accrued: 11_01, reversed: 10_00 }])
  expect(await readEntry(db, `credits:${day}:${partnerId}`)).toContain('debit partner-receivables USD 11.01')
  expect(await readEntry(db, `reversals:${day}:${partnerId}`)).toContain('credit partner-receivables USD 10')
})

test('a new rate values all points again, and withdrawals keep their own', async () => {
  const { db, day, moveAll, keep } = await given()
  await givenMember(db, { points: 4 })
  await givenWithdrawal(db)
  await moveAll()
  const { rows } = await sql<{ at: Date; next: string }>`
    select business_day_start(${day}::date + 1) + interval '1 hour' as at, ${day}::date + 1 as next`.execute(
    db,
  )
  const record = economy.parse({ ...defaultEconomy, kesPerPoint: 900 })
  await insertEconomyVersion(db, {
    record,
    follows: 0,
    changedBy: 'x',
    reason: 'x',
    choice: null,
    ...(rows[0] && { createdAt: rows[0].at }),
  })
  await insertEconomyVersion(db, { record, follows: 1, changedBy: 'x', reason: 'x', choice: null })
  await keep({ firstDay: day })
  // The withdrawal of today is booked at its own rate until the day is over.
  expect(await readBalances(db)).toMatchObject({ 'members-points': -14 * 900 + 2000, 'points-held': -2000 })
})
