import type { Db, Trx } from '@chuma/db/client'
import { insertEntry, type JournalEntry } from '@chuma/db/queries/books/journal'
import { insertPosting, isTooFewPoints, type NewPosting } from '@chuma/db/queries/wallet/ledger'
import { AppError } from '../app-error.ts'

/**
 * Book a posting of a member's points in one statement; a transaction is only needed for other writes that belong to it.
 * Idempotent by `sourceKey`: a repeat returns the first posting.
 * @throws AppError INSUFFICIENT_POINTS if the member has too few; that aborts a surrounding transaction
 */
export async function postPoints(db: Db, posting: NewPosting) {
  try {
    return await insertPosting(db, posting)
  } catch (error) {
    if (isTooFewPoints(error)) throw new AppError('INSUFFICIENT_POINTS')
    throw error
  }
}

/**
 * Book an entry of the journal in the transaction of what causes it. A repeat with the same source key books nothing, and lines of
 * nothing are left out. The database refuses an entry that does not balance in each currency. It dates an entry for a closed month on the
 * first open day, and keeps the day that was asked for as `bookedFor`.
 */
export async function bookEntry(trx: Trx, entry: JournalEntry): Promise<void> {
  const lines = entry.lines.filter(({ minor }) => minor !== 0)
  if (lines.length > 0) await insertEntry(trx, { ...entry, lines })
}
