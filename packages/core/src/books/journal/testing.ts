import type { AccountCode } from '@chuma/contract/books/journal'
import type { Db } from '@chuma/db/client'
import type { JournalEntry } from '@chuma/db/queries/books/journal'
import { sql } from 'kysely'
import { readRows } from '../../testing.ts'

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
