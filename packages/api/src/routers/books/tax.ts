import * as tax from '@chuma/contract/books/tax'
import * as fileTaxMonth from '@chuma/core/books/tax/file-tax-month'
import { addTaxClasses, getCertificateOf, showTaxPin } from '@chuma/core/books/tax/own-tax'
import { listTaxClasses } from '@chuma/db/queries/books/tax'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: rates, months, files and certificates of withholding tax. */
export const taxProcedures = {
  getTaxReport: staffProcedure('ledger:verify')
    .meta({ rest: route('GET /admin/tax', 'Tax classes, and the months with what is filed and remitted') })
    .output(tax.taxReport)
    .query(async ({ ctx }) => ({
      classes: await listTaxClasses(ctx.deps.db),
      periods: await fileTaxMonth.listPeriods(ctx.deps),
    })),

  addTaxClasses: staffProcedure('economy:manage', 'critical')
    .meta({
      rest: route('POST /admin/tax/classes', 'Set a tax rate from a later day on', {
        description:
          'Answers 202: a second person always has to approve it. A class that has begun never changes; one that has not is replaced by another for the same day.',
      }),
    })
    .input(tax.addTaxClassesInput)
    .output(z.array(tax.taxClass))
    .mutation(({ ctx, input }) => addTaxClasses(ctx.deps, ctx.staff, input)),

  fileTaxMonth: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/tax/months/:month/file', 'File a finished month', {
        description:
          'Once, in order. What is filed never changes: payments that come back later are in a later month.',
        errors: ['NOT_FOUND', 'ALREADY_DECIDED'],
      }),
    })
    .input(tax.taxMonthInput)
    .output(tax.taxPeriod)
    .mutation(({ ctx, input }) => fileTaxMonth.fileTaxMonth(ctx.deps, ctx.staff, input)),

  readTaxFile: staffProcedure('payout-details:read', 'sensitive')
    .meta({
      showsPayoutDetails: true,
      rest: route('POST /admin/tax/months/:month/read', 'The file of a month, as it was filed', {
        description: 'Names payees with their PINs. Every call is in the audit log.',
        errors: ['NOT_FOUND', 'SECRET_LOST'],
      }),
    })
    .input(tax.taxMonthInput)
    .output(tax.taxFile)
    .mutation(({ ctx, input }) => fileTaxMonth.readTaxFile(ctx.deps, ctx.staff, input)),

  recordTaxRemittance: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/tax/months/:month/remit', 'Record that a filed month’s tax was paid', {
        errors: ['NOT_FOUND', 'ALREADY_DECIDED'],
      }),
    })
    .input(tax.recordRemittanceInput)
    .output(tax.taxPeriod)
    .mutation(({ ctx, input }) => fileTaxMonth.recordRemittance(ctx.deps, ctx.staff, input)),

  getTaxCertificateOf: staffProcedure('ledger:verify')
    .meta({
      rest: route(
        'GET /admin/tax/certificates/:memberId/:span',
        'A payee’s certificate for a month or a year',
        {
          errors: ['NOT_FOUND'],
        },
      ),
    })
    .input(tax.memberTaxCertificateInput)
    .output(tax.taxCertificate)
    .query(({ ctx, input }) => getCertificateOf(ctx.deps, input)),

  showTaxPin: staffProcedure('payout-details:read', 'critical')
    .meta({
      showsPayoutDetails: true,
      rest: route('POST /admin/tax/payees/:memberId/pin', 'A payee’s KRA PIN, unmasked', {
        description: 'Every call is in the audit log.',
        errors: ['NOT_FOUND', 'SECRET_LOST'],
      }),
    })
    .input(tax.taxMemberInput)
    .output(z.object({ pin: z.string() }))
    .mutation(({ ctx, input }) => showTaxPin(ctx.deps, ctx.staff, input)),
}
