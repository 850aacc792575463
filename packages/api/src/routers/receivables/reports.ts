import * as reports from '@chuma/contract/receivables/reports'
import { importReport } from '@chuma/core/receivables/reports/import-report'
import { settleDifference } from '@chuma/core/receivables/reports/read-report'
import { findReportMapping, listDifferences, listReports } from '@chuma/db/queries/receivables/reports'
import * as z from 'zod'
import { wordRow, wordRows, wordStatement } from '../../language/word-answer.ts'
import { REPORT_BODY_BYTES, route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: what partners report, beside our own credits. */
export const reportProcedures = {
  importPartnerReport: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      bodyLimit: REPORT_BODY_BYTES,
      rest: route('POST /admin/receivables/partners/:partnerId/reports', 'Import a report of a partner', {
        description:
          'A CSV file, read by the saved mapping or by one to save. Every row is compared with our credit. It pays and confirms nothing; rows that an earlier import had change nothing.',
        example: {
          body: {
            csv: 'Transaction,Sub id,Payout,Status,Date\nT-1001,,1.25,approved,06/01/2026',
            mapping: {
              delimiter: 'comma',
              headerRow: 1,
              transactionId: 'Transaction',
              reference: 'Sub id',
              amount: 'Payout',
              amountUnit: 'dollars',
              status: 'Status',
              approved: 'approved, paid',
              pending: 'pending',
              reversed: 'reversed, chargeback',
              time: 'Date',
              dateFormat: 'DD/MM/YYYY',
            },
          },
        },
      }),
    })
    .input(reports.importReportInput)
    .output(reports.importedReport)
    .mutation(({ ctx, input }) => wordStatement(ctx.caller, importReport(ctx.deps, ctx.staff, input))),

  getReportMapping: staffProcedure('ledger:verify')
    .meta({
      rest: route(
        'GET /admin/receivables/partners/:partnerId/report-mapping',
        'How the reports of a partner are read',
      ),
    })
    .input(reports.partnerOfReportInput)
    .output(reports.savedReportMapping.nullable())
    .query(async ({ ctx, input: { partnerId } }) => {
      const saved = await findReportMapping(ctx.deps.db, partnerId)
      return saved ? { partnerId, ...saved } : null
    }),

  listPartnerReports: staffProcedure('ledger:verify')
    .meta({
      rest: route(
        'GET /admin/receivables/partners/:partnerId/reports',
        'The reports of a partner, newest first',
      ),
    })
    .input(reports.partnerOfReportInput)
    .output(z.array(reports.partnerReport))
    .query(({ ctx, input }) => listReports(ctx.deps.db, input.partnerId)),

  listReportDifferences: staffProcedure('ledger:verify')
    .meta({
      rest: route(
        'GET /admin/receivables/differences',
        'Rows of reports that differ from our credits and wait, oldest first',
      ),
    })
    .input(reports.listDifferencesInput)
    .output(z.array(reports.reportDifference))
    .query(({ ctx, input }) => wordRows(ctx.caller, listDifferences(ctx.deps.db, input))),

  settleReportDifference: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/receivables/differences/:id/settle', 'Note what is done about a difference', {
        description: 'Moves no points and no money.',
        errors: ['ALREADY_DECIDED'],
      }),
    })
    .input(reports.settleDifferenceInput)
    .output(reports.reportDifference)
    .mutation(({ ctx, input }) => wordRow(ctx.caller, settleDifference(ctx.deps, ctx.staff, input))),
}
