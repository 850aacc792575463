import type { RecordRemittanceInput } from '@chuma/contract/books/tax'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertRemittance, lockTaxMonths } from '@chuma/db/queries/books/tax-files'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { takeStep } from '../../state-machine.ts'
import { bookEntry } from '../journal/book-entry.ts'
import { findPeriod } from './file-tax-month.ts'
import type { Period } from './list-periods.ts'
import { taxMonthMachine } from './transitions.ts'

/**
 * For finance and owners: record that a filed month's tax was paid, in full: a part that is missing would be with someone.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED unless it is filed and unpaid, INVALID_INPUT for another amount, a day that has not come, and
 * a reference of another month
 */
export async function recordRemittance(
  deps: Pick<Deps, 'db' | 'economy'>,
  staff: StaffActor,
  { month, amountKes, reference, paidOn }: RecordRemittanceInput,
): Promise<Period> {
  const terms = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    await lockTaxMonths(trx)
    const period = await findPeriod(trx, terms, month)
    const today = await getBusinessDay(trx)
    await takeStep(taxMonthMachine, { from: period.state, to: 'remitted', by: 'staff' }, async () => {
      if (amountKes !== period.dueKes || period.dueKes === 0)
        throw invalidField('amountKes', 'TAX_AMOUNT_DIFFERS', { amountKes: period.dueKes })
      if (paidOn > today || paidOn <= month) throw invalidField('paidOn', 'DAY_NOT_BEGUN')
      const row = { month, amountKes, reference, paidOn, recordedBy: staff.name }
      if (!(await insertRemittance(trx, row))) throw invalidField('reference', 'TAX_REFERENCE_TAKEN')
      return true
    })
    await bookEntry(trx, {
      sourceKey: `tax-remitted:${month}`,
      kind: 'tax-remitted',
      day: paidOn,
      description: `Withholding tax of ${month} paid, ${reference}`,
      lines: [
        { account: 'tax-payable', currency: 'KES', minor: amountKes * 100 },
        { account: 'bank', currency: 'KES', minor: -amountKes * 100 },
      ],
    })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'tax.remitted',
      subject: `tax:${month}`,
      after: { amountKes, reference, paidOn },
      address: staff.address,
    })
    return findPeriod(trx, terms, month)
  })
}
