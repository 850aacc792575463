import type { partnerInvoiceDetail } from '@chuma/contract/receivables/invoices'
import type { IssueInvoiceInput } from '@chuma/contract/receivables/receivables'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import {
  findInvoice,
  hasInvoice,
  insertInvoice,
  listUninvoiced,
  takeNumber,
} from '@chuma/db/queries/receivables/invoices'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { lockAndAddUp } from '../add-up-receivables.ts'
import { settleOpen } from './settle-open.ts'

export type InvoiceDetail = Answer<typeof partnerInvoiceDetail>

const DAY_MS = 24 * 3600 * 1000

/**
 * For finance and owners: issue a partner's invoice of a month that is over, with everything up to it that no valid invoice has. A
 * reversal after an invoice so reduces the next one. It is due by the end of its month, whenever it is issued: nobody makes an old
 * debt young by voiding it. What the partner paid too much covers it at once. `issuedAt` is for a demo, whose past is told afterwards.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED if the month has one, INVALID_INPUT for a month that is not over or owes nothing
 */
export function issueInvoice(
  { db }: Deps,
  staff: StaffActor,
  { partnerId, month, issuedAt }: IssueInvoiceInput & { issuedAt?: Date },
): Promise<InvoiceDetail> {
  return db.transaction().execute(async (trx) => {
    const { paymentDays } = await lockAndAddUp(trx, partnerId)
    if (month >= (await getBusinessDay(trx)).slice(0, 7)) throw invalidField('month', 'MONTH_NOT_OVER')
    const lines = await listUninvoiced(trx, partnerId, `${month}-01`)
    const totalCents = lines.reduce((sum, line) => sum + line.accruedCents - line.reversedCents, 0)
    if (await hasInvoice(trx, partnerId, `${month}-01`)) throw new AppError('ALREADY_DECIDED')
    if (totalCents <= 0) throw invalidField('month', 'NOTHING_TO_INVOICE')
    const number = `INV-${String(await takeNumber(trx, 'partner-invoice')).padStart(5, '0')}`
    const invoiceId = await insertInvoice(
      trx,
      {
        number,
        kind: 'invoice',
        partnerId,
        month: `${month}-01`,
        totalCents,
        dueDay: findDueDay(month, paymentDays),
        issuedBy: staff.name,
        ...(issuedAt && { issuedAt }),
      },
      lines,
    )
    const paid = (await settleOpen(trx, partnerId)).filter((one) => one.invoiceId === invoiceId)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'partner-invoice.issued',
      subject: `partner-invoice:${invoiceId}`,
      after: {
        number,
        partnerId,
        month,
        totalCents,
        paidCents: paid.reduce((sum, one) => sum + one.amountCents, 0),
      },
      address: staff.address,
    })
    return requireInvoice(trx, invoiceId)
  })
}

/** `paymentDays` after the last day of the month. */
function findDueDay(month: string, paymentDays: number): string {
  const [year = 0, no = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, no, 0) + paymentDays * DAY_MS).toISOString().slice(0, 10)
}

export async function requireInvoice(db: Deps['db'], id: string): Promise<InvoiceDetail> {
  const invoice = await findInvoice(db, id)
  if (!invoice) throw new AppError('NOT_FOUND')
  return invoice
}
