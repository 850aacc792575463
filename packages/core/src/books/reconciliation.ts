import type {
  ReconcileDayInput,
  ResolveDifferenceInput,
  reconciliation,
} from '@chuma/contract/books/reconciliation'
import type { Answer } from '@chuma/contract/fields'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import {
  reconcileDay as compareDay,
  getReconciliation,
  listBankDaysDue,
  listBankDaysOf,
  listDaysToReconcile,
  lockDifference,
  lockReconciliation,
  resolveDifference as markResolved,
} from '@chuma/db/queries/books/reconciliation'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { DEFAULT_NOTE } from '../payouts/approvals/decide-withdrawal.ts'

type Reconciliation = Answer<typeof reconciliation>

/** The maximum of earlier days that the nightly run catches up on. */
const MAX_DAYS_LATE = 31

/**
 * For finance and owners: compare a business day's ledger, withdrawals and provider data. Today is compared up to now.
 * Safe to repeat: resolved differences stay resolved.
 * @throws AppError INVALID_INPUT for a future day
 */
export async function reconcileDay(deps: Deps, staff: StaffActor, { day }: ReconcileDayInput) {
  if (day > (await getBusinessDay(deps.db))) throw invalidField('day', 'DAY_NOT_BEGUN')
  return deps.db.transaction().execute(async (trx) => {
    const made = await compare(trx, day, staff.name)
    await recordAct(trx, staff, {
      action: 'reconciliation.made',
      subject: `day:${day}`,
      after: { openCount: made.openCount, resolvedCount: made.resolvedCount },
    })
    return made
  })
}

/**
 * Job: compare yesterday, earlier days that were not compared, and those whose bank payments should be on a statement by now. Returns
 * those with differences.
 */
export async function reconcileYesterday(deps: Deps): Promise<Reconciliation[]> {
  const made: Reconciliation[] = []
  const late = await listBankDaysDue(deps.db, MAX_DAYS_LATE)
  const days = new Set([...late, ...(await listDaysToReconcile(deps.db, MAX_DAYS_LATE))])
  for (const day of days) {
    made.push(await deps.db.transaction().execute((trx) => compare(trx, day, 'system')))
  }
  return made.filter(({ openCount }) => openCount > 0)
}

/** Repeat the comparison of days with changes. */
export async function reconcileAgain(trx: Trx, days: readonly string[], by: string): Promise<void> {
  for (const day of days) await compare(trx, day, by)
}

/** Repeat the comparison of the days on which these withdrawals were paid by a bank, because rows of a statement came or went. */
export async function reconcileBankDays(trx: Trx, withdrawalIds: readonly string[], by: string) {
  await reconcileAgain(trx, await listBankDaysOf(trx, withdrawalIds), by)
}

async function compare(trx: Trx, day: string, by: string): Promise<Reconciliation> {
  await lockReconciliation(trx)
  await compareDay(trx, { day, by, noReference: DEFAULT_NOTE })
  return getReconciliation(trx, day)
}

/**
 * For finance and owners: explain a difference. Moves no money and no points: corrections are made elsewhere.
 * @throws AppError NOT_FOUND, also if a later comparison has removed it; ALREADY_DECIDED
 */
export function resolveDifference(deps: Deps, staff: StaffActor, { id, note }: ResolveDifferenceInput) {
  return deps.db.transaction().execute(async (trx) => {
    const found = orRefuse(await lockDifference(trx, id), 'NOT_FOUND')
    if (found.resolvedAt) throw new AppError('ALREADY_DECIDED')
    const resolved = await markResolved(trx, { id, by: staff.name, resolution: note })
    await recordAct(trx, staff, {
      action: 'reconciliation.resolved',
      subject: `difference:${id}`,
      before: { day: found.day, kind: found.kind, expected: found.expected, found: found.found },
      reason: note,
    })
    return resolved
  })
}
