import type { Trx } from '@chuma/db/client'
import { listOpenInvoices } from '@chuma/db/queries/receivables/invoices'
import { insertAllocations, listUnallocated } from '@chuma/db/queries/receivables/receipts'
import { moveInvoice } from './move-invoice.ts'

/**
 * Let what a partner paid cover its open invoices: the chosen ones first, then those that are due first. What is left stays the
 * partner's credit, and covers the next invoice. The caller has locked the account.
 */
export async function settleOpen(
  trx: Trx,
  partnerId: string,
  chosen: readonly string[] = [],
): Promise<{ invoiceId: string; amountCents: number }[]> {
  const open = await listOpenInvoices(trx, partnerId)
  const receipts = await listUnallocated(trx, partnerId)
  const place = ({ invoiceId }: { invoiceId: string }) => {
    const index = chosen.indexOf(invoiceId)
    return index < 0 ? chosen.length : index
  }
  const allocations: { receiptId: string; invoiceId: string; amountCents: number }[] = []
  for (const invoice of open.toSorted((one, other) => place(one) - place(other))) {
    let rest = invoice.openCents
    for (const receipt of receipts) {
      const amountCents = Math.min(rest, receipt.leftCents)
      if (amountCents <= 0) continue
      allocations.push({ receiptId: receipt.receiptId, invoiceId: invoice.invoiceId, amountCents })
      receipt.leftCents -= amountCents
      rest -= amountCents
    }
    if (rest === 0) await moveInvoice(trx, invoice, { to: 'paid' })
  }
  await insertAllocations(trx, allocations)
  return allocations
}
