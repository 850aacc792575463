import type { TakeBackInput } from '@chuma/contract/receivables/invoices'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { addToOpen } from '@chuma/db/queries/receivables/accounts'
import { lockInvoice } from '@chuma/db/queries/receivables/invoices'
import { findReceiptPartner, listInvoicesOf, lockReceipt } from '@chuma/db/queries/receivables/receipts'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { lockAndAddUp, warnOfCeiling } from '../add-up-receivables.ts'
import { moveInvoice } from '../invoices/move-invoice.ts'
import { settleOpen } from '../invoices/settle-open.ts'
import { bookMoney } from './book-money.ts'
import { type Receipt, requireReceipt } from './book-receipt.ts'
import { moveReceipt } from './move-receipt.ts'

/**
 * For finance and owners: cancel a receipt that was no payment of this partner, with the approval of a second person. Its invoices
 * are open again, and the partner owes its amount again.
 * @throws AppError NOT_FOUND, APPROVAL_PENDING, ALREADY_DECIDED if it is cancelled, or the rest of an invoice that it pays was
 * written off
 */
export function cancelReceipt(deps: Deps, staff: StaffActor, input: TakeBackInput): Promise<Receipt> {
  const { id, reason } = input
  return orAskAnother(deps, staff, async (deps) => {
    const of = await findReceiptPartner(deps.db, id)
    if (!of) throw new AppError('NOT_FOUND')
    return deps.db.transaction().execute(async (trx) => {
      await lockAndAddUp(trx, of.partnerId)
      const receipt = await lockReceipt(trx, id)
      if (!receipt) throw new AppError('NOT_FOUND')
      const { reference, amountCents, kesCents, chargeKesCents } = receipt
      if (receipt.state !== 'booked') throw new AppError('ALREADY_DECIDED')
      const before = { state: receipt.state, reference, amountCents }
      const acts = await passApproval(
        trx,
        {
          kind: 'cancel-partner-receipt',
          subject: `partner-receipt:${id}`,
          payload: input,
          before,
          after: { state: 'cancelled' },
          amountKes: Math.round((kesCents + chargeKesCents) / 100),
          reason,
        },
        { staff, isAboveLimit: async () => true },
      )
      await moveReceipt(trx, receipt, { to: 'cancelled', reason })
      for (const invoiceId of new Set(await listInvoicesOf(trx, id))) {
        const invoice = await lockInvoice(trx, invoiceId)
        if (invoice?.state === 'written-off') throw new AppError('ALREADY_DECIDED')
        if (invoice?.state === 'paid') await moveInvoice(trx, invoice, { to: 'issued' })
      }
      await addToOpen(trx, of.partnerId, amountCents)
      await bookMoney(trx, receipt, { isBack: true })
      await settleOpen(trx, of.partnerId)
      await warnOfCeiling(trx, of.partnerId)
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'partner-receipt.cancelled',
        subject: `partner-receipt:${id}`,
        before,
        after: { state: 'cancelled', ...acts },
        reason,
        address: staff.address,
      })
      return requireReceipt(trx, id)
    })
  })
}
