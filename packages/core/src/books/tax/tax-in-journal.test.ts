import { problem } from '@chuma/contract/problems'
import type { Db } from '@chuma/db/client'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDesk, returned } from '../../payouts/corrections/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { monthsAgo } from '../../receivables/testing.ts'
import { readRow } from '../../testing.ts'
import { keepPoints } from '../journal/keep-points.ts'
import { givenTaxedOn, tamper } from '../testing.ts'
import { fileTaxMonth } from './file-tax-month.ts'

const open: { close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const { close } of open) await close()
})

async function given() {
  const test = await createTestDb({ max: 4, isDamaged: true })
  open.push(test)
  const desk = await openDesk(test.db)
  return { ...test, desk, file: (month: string) => fileTaxMonth(desk.deps, finance, { month }) }
}

/** Change the journal as its owner, with its guards off. */
async function changeJournal(db: Db, ...changes: ReturnType<typeof sql>[]): Promise<void> {
  const tables = ['journal_entry', 'journal_line']
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  for (const change of changes) await change.execute(db)
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
}

/** What was booked for a withdrawal just now was booked on that day. */
const moveEntries = (db: Db, withdrawalId: string, day: string) =>
  changeJournal(
    db,
    sql`update journal_line set day = ${day} where entry_id in (
      select entry_id from journal_entry where withdrawal_id = ${withdrawalId} and day = business_day(now()))`,
    sql`update journal_entry set day = ${day} where withdrawal_id = ${withdrawalId} and day = business_day(now())`,
  )

test('a month is filed only if the journal has its tax, with what came back, and the refusal names the month', async () => {
  const { db, desk, file } = await given()
  const [before, last] = [monthsAgo(2), monthsAgo(1)]
  await keepPoints({ db }, { firstDay: monthsAgo(3).day })
  const [one, other] = [await givenTaxedOn(db, before.day), await givenTaxedOn(db, before.day)]
  const late = await givenTaxedOn(db, last.day)
  for (const { id } of [one, other]) await moveEntries(db, id, before.day)
  await moveEntries(db, late.id, last.day)
  await desk.correct(returned(other.id))
  await tamper(db, sql`update withholding_reversal set day = ${last.day} where withdrawal_id = ${other.id}`)
  await moveEntries(db, other.id, last.day)

  const lines = sql`journal_line where account = 'tax-payable' and entry_id in (
    select entry_id from journal_entry where withdrawal_id = ${one.id} and kind = 'payout-paid')`
  await changeJournal(
    db,
    sql`update journal_line set minor = -6000 from (select entry_id from ${lines}) as taxed
    where journal_line.entry_id = taxed.entry_id and account = 'tax-payable'`,
  )
  await expect(file(before.month)).rejects.toMatchObject({
    fields: {
      month: [problem('TAX_BOOKS_DIFFER', { month: before.month, taxKes: 200, bookedKes: 160 })],
    },
  })
  await changeJournal(
    db,
    sql`update journal_line set minor = -10000 from (select entry_id from ${lines}) as taxed
    where journal_line.entry_id = taxed.entry_id and account = 'tax-payable'`,
  )
  expect(await file(before.month)).toMatchObject({ state: 'filed', taxKes: 200 })
  expect(await file(last.month)).toMatchObject({ state: 'filed', taxKes: 0 })
})

test('what the books opened with is filed without its entries', async () => {
  const { db, file } = await given()
  const last = monthsAgo(1)
  const { id } = await givenTaxedOn(db, last.day)
  await changeJournal(
    db,
    sql`delete from journal_line where entry_id in (select entry_id from journal_entry where withdrawal_id = ${id})`,
    sql`delete from journal_entry where withdrawal_id = ${id}`,
  )
  await keepPoints({ db })
  expect(await file(last.month)).toMatchObject({ state: 'filed', taxKes: 100 })
})

test('a payment at midnight is in the journal on the day on which its tax was withheld', async () => {
  const { db } = await given()
  // The statement that pays is yesterday's last; what follows in its transaction is today.
  await sql`
    create or replace function business_day(moment timestamptz) returns date language sql stable as $$
      select (now() at time zone 'Africa/Nairobi')::date
        - (moment <= coalesce((select max(paid_at) from withdrawal where tax_kes > 0), '-infinity'))::int
    $$
  `.execute(db)
  const { rows: days } = await sql<{
    today: string
  }>`select (now() at time zone 'Africa/Nairobi')::date as today`.execute(db)
  const { id } = await givenTaxedOn(db, days[0]?.today ?? '')
  const { day } = await readRow(db, 'journalEntry', ['day'], { withdrawalId: id, kind: 'payout-paid' })
  const yesterday = new Date(Date.parse(days[0]?.today ?? '') - 24 * 3600 * 1000).toISOString().slice(0, 10)
  expect(day).toBe(yesterday)
})
