import { toCsv, toCsvRows } from '@chuma/contract/to-csv'
import { listJournalLines } from '@chuma/db/queries/books/journal-reads'
import type { Deps } from '../../deps.ts'
import { inTurns } from '../../in-turns.ts'

const PAGE = 5000
/** The maximum of one file; anyone who needs more exports month by month. */
const MOST_LINES = 100_000
const HEADER = ['Date', 'Reference', 'Account number', 'Account name', 'Debit', 'Credit', 'Currency', 'Memo']

/** Export the general journal as accountants import it: one row for each line, in the order of booking, at most 100,000 rows. */
export async function exportJournal(
  { db }: Pick<Deps, 'db'>,
  period: { from: string; to: string },
): Promise<string> {
  const pieces = [toCsv(HEADER, [])]
  let after: Line | undefined
  for (let count = 0; count < MOST_LINES; count += PAGE) {
    const page = await listJournalLines(db, period, { after, limit: PAGE })
    for await (const some of inTurns(page)) pieces.push(toCsvRows(some.map(toCells)))
    if (page.length < PAGE) break
    after = page.at(-1)
  }
  return pieces.join('')
}

type Line = Awaited<ReturnType<typeof listJournalLines>>[number]

const toCells = ({ day, entryId, number, name, minor, currency, description }: Line) => [
  day,
  `J${entryId}`,
  number,
  name,
  minor > 0 ? write(minor) : null,
  minor < 0 ? write(-minor) : null,
  currency,
  description,
]

const write = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
