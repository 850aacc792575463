import type { Trx } from '@chuma/db/client'
import { insertEntry, type JournalEntry } from '@chuma/db/queries/books/journal'

export type { JournalEntry } from '@chuma/db/queries/books/journal'

/**
 * Book an entry of the journal in the transaction of what causes it. A repeat with the same source key books nothing, and lines of
 * nothing are left out. The database refuses an entry that does not balance in each currency. It dates an entry for a closed month on the
 * first open day, and keeps the day that was asked for as `bookedFor`.
 */
export async function bookEntry(trx: Trx, entry: JournalEntry): Promise<void> {
  const lines = entry.lines.filter(({ minor }) => minor !== 0)
  if (lines.length > 0) await insertEntry(trx, { ...entry, lines })
}
