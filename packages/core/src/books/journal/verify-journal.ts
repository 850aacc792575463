import type { Db } from '@chuma/db/client'
import { compareWithLedger, listJournalFindings } from '@chuma/db/queries/books/journal-points'

/**
 * Verify that the journal agrees with the points ledger: members' points, what is held and what is in flight. `isFull` also adds up every
 * line. Finds nothing before the books are open.
 */
export async function verifyJournal(db: Db, { isFull }: { isFull: boolean }) {
  const compared = (await compareWithLedger(db)).map(({ name, journal, ledger }) => ({
    memberId: null,
    seq: 0,
    problem: `the journal says ${journal} ${name}, the ledger ${ledger}`,
  }))
  if (!isFull) return compared
  const findings = await listJournalFindings(db)
  return [...compared, ...findings.map((finding) => ({ memberId: null, ...finding }))]
}
