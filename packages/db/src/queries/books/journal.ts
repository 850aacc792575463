import type { AccountCode, Currency, JournalKind } from '@chuma/contract/books/journal'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../client.ts'

export type JournalLine = {
  account: AccountCode
  currency: Currency
  /** Cents: a debit above zero, a credit below. */
  minor: number
  /** Of `members-points` and `member-debts`: by how many points what members have changes. */
  points?: number
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
export function insertEntry(trx: Trx, entry: JournalEntry): Promise<boolean> {
  return insert(trx, entry, entry.sourceKey)
}

/** Add one of several entries of one kind and withdrawal, which the caller has locked, each for a cause of its own. */
export function insertNextEntry(
  trx: Trx,
  entry: Omit<JournalEntry, 'sourceKey'> & { withdrawalId: string },
): Promise<boolean> {
  const { kind, withdrawalId } = entry
  const key = sql<string>`${`${kind}:${withdrawalId}:`}::text || (
    select count(*) from journal_entry where withdrawal_id = ${withdrawalId}::uuid
  )`
  return insert(trx, entry, key)
}

async function insert(
  trx: Trx,
  { lines, day, ...entry }: Omit<JournalEntry, 'sourceKey'>,
  sourceKey: string | RawBuilder<string>,
): Promise<boolean> {
  const added = await trx
    .insertInto('journalEntry')
    .values({
      ...entry,
      sourceKey,
      // The trigger date_journal_entry sets both.
      day: day ?? sql<string>`null`,
      bookedAt: sql<Date>`null`,
      lines: JSON.stringify(lines),
    })
    .onConflict((conflict) => conflict.column('sourceKey').doNothing())
    .returning('entryId')
    .executeTakeFirst()
  return added !== undefined
}
