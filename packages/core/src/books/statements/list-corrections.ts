import type { RowPurpose } from '@chuma/contract/books/statements'
import { findStatementRow } from '@chuma/db/queries/books/statement-desk'
import { listReturnable, listTwiceOrLate, type Provable } from '@chuma/db/queries/books/statement-evidence'
import { MPESA } from '@chuma/db/queries/books/statement-rows'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

const PROVES: ReadonlySet<RowPurpose> = new Set(['payout', 'reversal', 'money-in'])

/**
 * List the corrections of payouts that a waiting row may prove, the likeliest first: what came in may be a return, what went out a
 * late or a second payment. The correction itself checks the row again.
 * @throws AppError NOT_FOUND
 */
export async function listRowCorrections(
  { db }: Pick<Deps, 'db'>,
  { id }: { id: string },
): Promise<Provable[]> {
  const row = await findStatementRow(db, id)
  if (!row) throw new AppError('NOT_FOUND')
  const cents = row.amountCents ?? 0
  if (row.reason === null || cents === 0 || cents % 100 !== 0 || !PROVES.has(row.purpose)) return []
  const receipts = [row.receipt, row.linkedReceipt].filter((receipt) => receipt !== null)
  const method = row.account === MPESA ? 'mpesa' : 'bank'
  const wanted = { amountKes: Math.abs(cents) / 100, at: row.at, receipts, method } as const
  return cents > 0 ? listReturnable(db, wanted) : listTwiceOrLate(db, wanted)
}
