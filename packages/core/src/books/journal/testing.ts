import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { AccountCode } from '@chuma/contract/books/journal'
import type { Db } from '@chuma/db/client'
import { insertEconomyVersion } from '@chuma/db/queries/admin/economy'
import type { JournalEntry } from '@chuma/db/queries/books/journal'
import { sql } from 'kysely'
import { givenSettled } from '../../admin/approvals/testing.ts'
import { givenClick, givenLinkClick } from '../../partners/testing.ts'
import { bookReceipt } from '../../receivables/receipts.ts'
import { monthsAgo } from '../../receivables/testing.ts'
import { createTestDeps, givenMember, readRows } from '../../testing.ts'
import { bookEntry } from '../../wallet/ledger.ts'
import { tamper } from '../testing.ts'
import { keepPoints } from './keep-points.ts'

/** KES 1 to the float from the bank. */
export function transferOf(sourceKey: string, minor = 100): JournalEntry {
  return {
    sourceKey,
    kind: 'statement-row',
    description: 'A transfer',
    lines: [
      { account: 'float-mpesa', currency: 'KES', minor },
      { account: 'bank', currency: 'KES', minor: -minor },
    ],
  }
}

/** What each account holds, in KES or USD: a debit above zero. Accounts that are even are left out. */
export async function readBalances(db: Db, currency = 'KES') {
  const { rows } = await sql<{ account: AccountCode; amount: number }>`
    select account, sum(minor)::bigint / 100.0 as amount from journal_line where currency = ${currency}
    group by account having sum(minor) <> 0 order by account
  `.execute(db)
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

/** What a withdrawal's entries booked, in order: the kind, then each line. */
export async function readWithdrawal(db: Db, withdrawalId: string): Promise<Record<string, string[]>> {
  const entries = await readRows(db, 'journalEntry', ['kind', 'sourceKey'], { withdrawalId }, 'entryId')
  const booked: Record<string, string[]> = {}
  for (const { kind, sourceKey } of entries) booked[kind] = await readEntry(db, sourceKey)
  return booked
}

/** The lines of the entries of a cause, as `debit account amount`. */
export async function readEntry(db: Db, sourceKey: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select case when l.minor > 0 then 'debit ' else 'credit ' end || l.account || ' ' || l.currency || ' '
      || abs(l.minor) / 100.0 as line
    from journal_entry e join journal_line l using (entry_id) where e.source_key = ${sourceKey} order by l.line_no
  `.execute(db)
  return rows.map(({ line }) => line.replace(/\.?0+$/, ''))
}

let months = 0

/** Close a month, and so every month before, without the people that it takes. Each call closes the next month from 2020. */
export async function closeNextMonth(db: Db): Promise<string> {
  months += 1
  const month = new Date(Date.UTC(2020, months - 1, 1)).toISOString().slice(0, 10)
  await sql`insert into accounting_period (month, closed_by, approved_by) values (${month}, 'staff:a', 'staff:b')`.execute(
    db,
  )
  return month
}

export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 24 * 3600 * 1000).toISOString().slice(0, 10)

export const kes = (account: JournalEntry['lines'][number]['account'], minor: number) =>
  ({ account, currency: 'KES', minor }) as const

/** Shillings for a dollar from a moment on. */
export async function setUsdRate(db: Db, kesPerUsd: number, createdAt: string): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) as version from economy_version
  `.execute(db)
  const record = economy.parse({ ...defaultEconomy, kesPerUsd })
  const row = { record, follows: rows[0]?.version ?? 0, changedBy: 'staff:x', reason: 'x', choice: null }
  await insertEconomyVersion(db, { ...row, createdAt: new Date(createdAt) })
}

/** What happened just now happened then. */
const moveTo = (db: Db, moment: string, day: string) =>
  tamper(
    db,
    sql`update posting set created_at = ${moment} where created_at > business_day_start(business_day(now()))`,
    sql`update partner_accrual set day = ${day} where day = business_day(now())`,
  )

export const bookOn = (db: Db, day: string, sourceKey: string, lines: JournalEntry['lines']) =>
  db
    .transaction()
    .execute((trx) =>
      bookEntry(trx, { sourceKey, kind: 'statement-row', day, description: `On ${sourceKey}`, lines }),
    )

/** Books of two days: the last one of a month, and the first one of last month. A database of its own, with triggers that may be off. */
export async function givenTwoDays(db: Db) {
  const deps = createTestDeps(db)
  const amina = (await givenSettled(deps, { role: 'finance' })).actor
  const brian = (await givenSettled(deps, { role: 'finance' })).actor
  const { day: first } = monthsAgo(1)
  const last = dayAfter(first, -1)
  await setUsdRate(db, 130, `${dayAfter(last, -20)}T12:00:00+03:00`)
  await setUsdRate(db, 140, `${first}T12:00:00+03:00`)
  const solar = await givenClick(deps)
  await solar.tell({ kind: 'credit' })
  // Half an hour before midnight in Nairobi.
  await moveTo(db, `${last}T20:30:00Z`, last)
  const tea = await givenLinkClick(deps, { points: 5 })
  await tea.tell('credit', 't1', { usd: 5.004 })
  await givenMember(db, { points: 4 })
  // Half an hour after it: in UTC the day is still the one before.
  await moveTo(db, `${last}T21:30:00Z`, first)
  await keepPoints(deps, { firstDay: last })
  await bookOn(db, last, 'a charge', [kes('payout-charges', 900), kes('float-mpesa', -900)])
  await bookOn(db, first, 'a top-up', [kes('float-mpesa', 50_000), kes('bank', -50_000)])
  const receipt = await bookReceipt(deps, amina, {
    partnerId: solar.partnerId,
    reference: 'SWIFT 1',
    day: first,
    amountCents: 600,
    kesCents: 820_00,
    chargeKesCents: 8_00,
    invoiceIds: [],
  })
  return { deps, amina, brian, first, last, solar, tea, receipt }
}
