import type { accountingPeriod, ClosePeriodInput } from '@chuma/contract/books/journal-reports'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertPeriod, listPeriods } from '@chuma/db/queries/books/periods'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/**
 * For finance and owners: close a month of the books, with the approval of a second person. Months close in order, once they are over, and
 * are never opened again: the database takes no entry into a closed month.
 * @throws AppError PERIOD_STATE if another month is next, APPROVAL_PENDING
 */
export async function closePeriod(
  deps: Deps,
  staff: StaffActor,
  input: ClosePeriodInput,
): Promise<Answer<typeof accountingPeriod>> {
  const { month, reason } = input
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const periods = await listPeriods(trx)
      const next = periods.find(({ isNext }) => isNext)
      if (next?.month !== month) throw new AppError('PERIOD_STATE')
      const lastClosed = periods.find(({ closedAt }) => closedAt !== null)?.month ?? null
      const acts = await passApproval(
        trx,
        {
          kind: 'close-period',
          subject: `period:${month}`,
          payload: input,
          before: { lastClosed },
          after: { lastClosed: month },
          amountKes: null,
          reason,
        },
        { staff, isAboveLimit: async () => true },
      )
      await insertPeriod(trx, { month, closedBy: staff.name, approvedBy: acts.approvedBy ?? 'system' })
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'period.closed',
        subject: `period:${month}`,
        before: { lastClosed },
        after: { lastClosed: month, ...acts },
        reason,
        address: staff.address,
      })
      const closed = (await listPeriods(trx)).find((period) => period.month === month)
      if (!closed) throw new Error('a closed month is listed')
      return closed
    }),
  )
}
