import type { SetPaymentDaysInput } from '@chuma/contract/receivables/receivables'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockAccount, setPaymentDays as setDays } from '@chuma/db/queries/receivables/accounts'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'

/**
 * For finance and owners: agree when a partner's invoices are due. Invoices that were issued keep their day, so that nobody makes
 * an overdue debt young.
 * @throws AppError NOT_FOUND
 */
export function setPaymentDays(
  { db }: Deps,
  staff: StaffActor,
  { partnerId, paymentDays }: SetPaymentDaysInput,
): Promise<{ paymentDays: number }> {
  return db.transaction().execute(async (trx) => {
    const before = await lockAccount(trx, partnerId)
    if (!before) throw new AppError('NOT_FOUND')
    await setDays(trx, partnerId, paymentDays)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'partner.payment-days',
      subject: `partner:${partnerId}`,
      before: { paymentDays: before.paymentDays },
      after: { paymentDays },
      address: staff.address,
    })
    return { paymentDays }
  })
}
