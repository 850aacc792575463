import * as receivables from '@chuma/contract/receivables/receivables'
import { issueInvoice, requireInvoice, voidInvoice, writeOffInvoice } from '@chuma/core/receivables/invoices'
import { bookReceipt, cancelReceipt } from '@chuma/core/receivables/receipts'
import { listReceivables, setPaymentDays } from '@chuma/core/receivables/receivables'
import { listInvoices } from '@chuma/db/queries/receivables/invoices'
import { listReceipts } from '@chuma/db/queries/receivables/receipts'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: what partners owe, their invoices and their payments. */
export const receivableProcedures = {
  listReceivables: staffProcedure('ledger:verify')
    .meta({
      rest: route('GET /admin/receivables', 'What each partner owes: in all, by age and by month', {
        description: 'In US cents, at most a minute old. `exposureCents` is to the second.',
      }),
    })
    .input(receivables.listReceivablesInput)
    .output(receivables.receivables)
    .query(({ ctx, input }) => listReceivables(ctx.deps, input)),

  setPaymentDays: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route(
        'PUT /admin/receivables/partners/:partnerId/payment-days',
        'Agree how many days after its month an invoice is due',
        {
          description: 'Invoices that were issued keep their due day.',
        },
      ),
    })
    .input(receivables.setPaymentDaysInput)
    .output(z.object({ paymentDays: z.int() }))
    .mutation(({ ctx, input }) => setPaymentDays(ctx.deps, ctx.staff, input)),

  listPartnerInvoices: staffProcedure('ledger:verify')
    .meta({ rest: route('GET /admin/receivables/invoices', 'Invoices and credit notes, newest first') })
    .input(receivables.listInvoicesInput)
    .output(z.array(receivables.partnerInvoice))
    .query(({ ctx, input }) => listInvoices(ctx.deps.db, input)),

  getPartnerInvoice: staffProcedure('ledger:verify')
    .meta({ rest: route('GET /admin/receivables/invoices/:id', 'An invoice with its lines') })
    .input(receivables.invoiceIdInput)
    .output(receivables.partnerInvoiceDetail)
    .query(({ ctx, input }) => requireInvoice(ctx.deps.db, input.id)),

  issuePartnerInvoice: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/receivables/invoices', 'Issue the invoice of a month that is over', {
        description: 'With everything up to that month that no valid invoice has.',
        errors: ['ALREADY_DECIDED'],
      }),
    })
    .input(receivables.issueInvoiceInput)
    .output(receivables.partnerInvoiceDetail)
    .mutation(({ ctx, input }) => issueInvoice(ctx.deps, ctx.staff, input)),

  voidPartnerInvoice: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/receivables/invoices/:id/void', 'Take an invoice back by a credit note', {
        description: 'Waits for a second person. Its amounts can be invoiced again, with the same due day.',
        errors: ['ALREADY_DECIDED', 'APPROVAL_PENDING'],
      }),
    })
    .input(receivables.takeBackInput)
    .output(receivables.partnerInvoiceDetail)
    .mutation(({ ctx, input }) => voidInvoice(ctx.deps, ctx.staff, input)),

  writeOffPartnerInvoice: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/receivables/invoices/:id/write-off', 'Give up what an invoice leaves open', {
        description: 'Waits for a second person.',
        errors: ['ALREADY_DECIDED', 'APPROVAL_PENDING'],
      }),
    })
    .input(receivables.takeBackInput)
    .output(receivables.partnerInvoiceDetail)
    .mutation(({ ctx, input }) => writeOffInvoice(ctx.deps, ctx.staff, input)),

  listPartnerReceipts: staffProcedure('ledger:verify')
    .meta({
      rest: route(
        'GET /admin/receivables/partners/:partnerId/receipts',
        'The payments of a partner, newest first',
      ),
    })
    .input(receivables.listReceiptsInput)
    .output(z.array(receivables.partnerReceipt))
    .query(({ ctx, input }) => listReceipts(ctx.deps.db, input)),

  bookPartnerReceipt: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/receivables/partners/:partnerId/receipts', 'Book a payment of a partner', {
        description:
          'It covers the chosen invoices, or those that are due first; what is left covers the next invoice. Waits for a second person where company changes need two.',
        errors: ['APPROVAL_PENDING'],
      }),
    })
    .input(receivables.bookReceiptInput)
    .output(receivables.partnerReceipt)
    .mutation(({ ctx, input }) => bookReceipt(ctx.deps, ctx.staff, input)),

  cancelPartnerReceipt: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route(
        'POST /admin/receivables/receipts/:id/cancel',
        'Cancel a payment that was not the partner’s, or went back',
        {
          description: 'Waits for a second person. The invoices that it paid are open again.',
          errors: ['ALREADY_DECIDED', 'APPROVAL_PENDING'],
        },
      ),
    })
    .input(receivables.takeBackInput)
    .output(receivables.partnerReceipt)
    .mutation(({ ctx, input }) => cancelReceipt(ctx.deps, ctx.staff, input)),
}
