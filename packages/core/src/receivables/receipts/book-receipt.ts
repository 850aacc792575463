import type { BookReceiptInput, partnerReceipt } from '@chuma/contract/receivables/invoices'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { getKesPerUsdOn } from '@chuma/db/queries/books/journal-points'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import { addToOpen } from '@chuma/db/queries/receivables/accounts'
import { findReceipt, findReceiptByReference, insertReceipt } from '@chuma/db/queries/receivables/receipts'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { lockAndAddUp, warnOfCeiling } from '../add-up-receivables.ts'
import { settleOpen } from '../invoices/settle-open.ts'
import { bookMoney } from './book-money.ts'

export type Receipt = Answer<typeof partnerReceipt>

/** A bank's rate that differs from ours of that day by more than this is a typing mistake, such as cents for dollars. */
const UNLIKELY = 1.5

/**
 * For finance and owners: book a partner's payment and let it cover invoices. It lowers what the partner owes and so raises what
 * its credits may still bring: where company changes need two people, a second one approves it, with the bank's reference.
 * @throws AppError NOT_FOUND, APPROVAL_PENDING, INVALID_INPUT for a reference that was booked, a day to come or an unlikely rate
 */
export function bookReceipt(deps: Deps, staff: StaffActor, input: BookReceiptInput): Promise<Receipt> {
  const { partnerId, reference, day, amountCents, kesCents, chargeKesCents, invoiceIds } = input
  return orAskAnother(deps, staff, async (deps) => {
    const { companyChangesNeedTwo } = await deps.economy()
    const rate = Math.round(((kesCents + chargeKesCents) / amountCents) * 10_000) / 10_000
    return deps.db.transaction().execute(async (trx) => {
      await lockAndAddUp(trx, partnerId)
      if (day > (await getBusinessDay(trx))) throw invalidField('day', 'MOMENT_IN_FUTURE')
      const kesPerUsd = await getKesPerUsdOn(trx, day)
      if (rate > kesPerUsd * UNLIKELY || rate < kesPerUsd / UNLIKELY) {
        throw invalidField('kesCents', 'RATE_UNLIKELY', { rate: Math.round(rate * 100) / 100 })
      }
      if (await findReceiptByReference(trx, reference)) throw invalidField('reference', 'RECEIPT_BOOKED')
      const after = { reference, day, amountCents, kesCents, chargeKesCents, rate }
      const acts = await passApproval(
        trx,
        {
          kind: 'book-partner-receipt',
          subject: `partner:${partnerId}`,
          payload: input,
          before: null,
          after,
          amountKes: Math.round((kesCents + chargeKesCents) / 100),
          reason: null,
        },
        { staff, isAboveLimit: async () => staff.name !== 'system' && companyChangesNeedTwo },
      )
      const fxDifferenceKesCents = kesCents + chargeKesCents - Math.round(amountCents * kesPerUsd)
      const money = { amountCents, kesCents, chargeKesCents, rate, fxDifferenceKesCents }
      const by = { bookedBy: staff.name, approvedBy: acts.approvedBy ?? null }
      const receiptId = await insertReceipt(trx, {
        partnerId,
        reference,
        day,
        ...money,
        ...by,
        state: 'booked',
      })
      if (!receiptId) throw invalidField('reference', 'RECEIPT_BOOKED')
      await addToOpen(trx, partnerId, -amountCents)
      await bookMoney(trx, { ...input, receiptId })
      await settleOpen(trx, partnerId, invoiceIds)
      await warnOfCeiling(trx, partnerId)
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'partner-receipt.booked',
        subject: `partner-receipt:${receiptId}`,
        after: { partnerId, ...after, ...acts },
        address: staff.address,
      })
      return requireReceipt(trx, receiptId)
    })
  })
}

export async function requireReceipt(db: Deps['db'], id: string): Promise<Receipt> {
  const receipt = await findReceipt(db, id)
  if (!receipt) throw new AppError('NOT_FOUND')
  return receipt
}
