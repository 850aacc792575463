import { transferOf } from '@chuma/core/books/journal/testing'
import { bookStatementRow } from '@chuma/core/books/statements/book-row'
import { importStatement } from '@chuma/core/books/statements/import-statement'
import type { Deps } from '@chuma/core/deps'
import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import { finance, givenWithdrawal, newReceipt } from '@chuma/core/payouts/testing'
import { bookEntry } from '@chuma/core/wallet/ledger'
import { listPeriods } from '@chuma/db/queries/books/journal'
import type { Boss, Changes } from './change.ts'

/** Statements imported, their rows booked and taken back, and a month closed. */
export function statementChanges(deps: Deps, boss: Boss): Changes {
  return {
    'admin.importStatement': () => boss({ csv: fileOf(newReceipt()) }),
    'admin.bookStatementRow': async () => boss(await givenMatch(deps)),
    'admin.undoStatementBooking': async () => {
      const { id, ...match } = await givenMatch(deps)
      await bookStatementRow(deps, finance, { id, ...match, note: '' })
      return boss({ id, note: 'Wrong row.' })
    },
    // For a reason of its own: a second request for the same waits already.
    'admin.closePeriod': async () =>
      boss({ month: await givenPastMonth(deps), reason: `Because ${++closes}` }),
  }
}

let closes = 0

/** The month that can be closed next. */
async function givenPastMonth(deps: Deps): Promise<string> {
  await deps.db.transaction().execute((trx) => bookEntry(trx, { ...transferOf('past'), day: '2026-01-06' }))
  const next = (await listPeriods(deps.db)).find(({ isNext }) => isNext)
  return next?.month ?? ''
}

/** Reads that need a row. */
export function statementLooks(deps: Deps): Record<string, () => Promise<object>> {
  const look = async () => ({ id: (await givenMatch(deps)).id })
  return { 'admin.listStatementCandidates': look, 'admin.listRowCorrections': look }
}

const fileOf = (receipt: string) => `receipt,amount,completed at\n${receipt},2000,2026-01-06 10:00:00`

/** A row that waits, and a paid withdrawal that it may belong to. */
async function givenMatch(deps: Deps) {
  const receipt = newReceipt()
  await importStatement(deps, finance, { csv: fileOf(receipt), isDryRun: false })
  const { rowId } = await deps.db
    .selectFrom('statementRow')
    .select('rowId')
    .where('receipt', '=', receipt)
    .executeTakeFirstOrThrow()
  const { id: paymentId } = await givenWithdrawal(deps.db, { method: 'bank' })
  await decideWithdrawal(deps, finance, { id: paymentId, status: 'approved', adminNotes: '' })
  await decideWithdrawal(deps, finance, { id: paymentId, status: 'paid', adminNotes: `EFT-${newReceipt()}` })
  return { id: rowId, kind: 'payout' as const, paymentId }
}
