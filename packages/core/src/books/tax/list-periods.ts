import type { taxPeriod } from '@chuma/contract/books/tax'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { listTaxPeriods, type TaxPeriodRow } from '@chuma/db/queries/books/tax-files'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import type { Deps } from '../../deps.ts'
import type { TaxMonthState } from './transitions.ts'

export type Period = Answer<typeof taxPeriod>

function stateOf({ isOver, filedAt, reference }: TaxPeriodRow): TaxMonthState {
  if (reference !== null) return 'remitted'
  if (filedAt !== null) return 'filed'
  return isOver ? 'open' : 'running'
}

/** List months with tax, newest first: what was withheld, filed and remitted, and until when it is due. */
export async function listPeriods(deps: Pick<Deps, 'db' | 'economy'>): Promise<Period[]> {
  return readPeriods(deps.db, await deps.economy(), {})
}

/** For use in a transaction, with the economy as it was read before. */
export async function readPeriods(
  db: Db,
  { taxDueDay }: { taxDueDay: number },
  which: { month?: string },
): Promise<Period[]> {
  const today = await getBusinessDay(db)
  return (await listTaxPeriods(db, which)).map((row) => {
    const state = stateOf(row)
    const carriedKes = row.carriedKes ?? 0
    const dueKes = Math.max(0, row.taxKes + carriedKes)
    const dueOn = row.dueOn ?? dueDayOf(row.month, taxDueDay)
    return {
      month: row.month,
      state,
      payments: row.payments,
      baseKes: row.baseKes,
      taxKes: row.taxKes,
      carriedKes,
      dueKes,
      dueOn,
      isOverdue: dueKes > 0 && state !== 'remitted' && dueOn < today,
      contentHash: row.contentHash?.toString('hex') ?? null,
      filedBy: row.filedBy,
      filedAt: row.filedAt,
      reference: row.reference,
      paidOn: row.paidOn,
      recordedBy: row.recordedBy,
    }
  })
}

/** The day of the next month on which a month's tax is due. */
export function dueDayOf(month: string, dueDay: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, dueDay)).toISOString().slice(0, 10)
}
