import type { AccountCode, Currency, JournalKind } from '@chuma/contract/books/journal'
import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

export type JournalLine = {
  account: AccountCode
  currency: Currency
  /** Cents: a debit above zero, a credit below. */
  minor: number
}

export type JournalEntry = {
  /** What caused it, for example `payout-paid:<withdrawal>`. The same cause is booked once. */
  sourceKey: string
  kind: JournalKind
  /** The day of the cause, if that is not today. The database moves it out of closed months, and out of the future. */
  day?: string
  description: string
  memberId?: string
  withdrawalId?: string
  partnerId?: string
  lines: readonly JournalLine[]
}

/** Add an entry with its lines; false if its cause was booked before. */
export async function insertEntry(trx: Trx, { lines, ...entry }: JournalEntry): Promise<boolean> {
  const added = await trx
    .insertInto('journalEntry')
    // The trigger date_journal_entry sets both.
    .values({
      ...entry,
      day: entry.day ?? sql<string>`null`,
      bookedAt: sql<Date>`null`,
      lines: JSON.stringify(lines),
    })
    .onConflict((conflict) => conflict.column('sourceKey').doNothing())
    .returning('entryId')
    .executeTakeFirst()
  return added !== undefined
}
