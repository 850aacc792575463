import type { Trx } from '@chuma/db/client'
import { type InvoiceState, updateInvoiceState } from '@chuma/db/queries/receivables/invoices'
import { takeStep } from '../../state-machine.ts'
import { invoiceMachine } from './transitions.ts'

type Movable = { invoiceId: string; state: InvoiceState; writtenOffCents: number }
type Move = { to: InvoiceState; reason?: string; writtenOffCents?: number }

/**
 * Move an invoice whose account the caller has locked.
 * @throws AppError ALREADY_DECIDED for a step that is not in the table
 */
export async function moveInvoice(
  trx: Trx,
  { invoiceId, state: from, writtenOffCents: before }: Movable,
  { to, reason = '', writtenOffCents = before }: Move,
): Promise<void> {
  await takeStep(invoiceMachine, { from, to, by: 'staff' }, () =>
    updateInvoiceState(trx, invoiceId, { from, to, reason, writtenOffCents }),
  )
}
