import * as journalReports from '@chuma/contract/books/journal-reports'
import * as readBooks from '@chuma/core/books/journal/read-books'
import { getTrialBalance, listPeriods } from '@chuma/db/queries/books/journal'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: the house's own books. */
export const journalProcedures = {
  getTrialBalance: staffProcedure('ledger:verify')
    .meta({ rest: route('GET /admin/books/trial-balance', 'What each account holds at the end of a day') })
    .input(journalReports.trialBalanceInput)
    .output(journalReports.trialBalance)
    .query(({ ctx, input }) => getTrialBalance(ctx.deps.db, input)),

  getProfitAndLoss: staffProcedure('ledger:verify')
    .meta({
      rest: route('GET /admin/books/profit-and-loss', 'Revenue and expenses by month, partner and offer'),
    })
    .input(journalReports.profitAndLossInput)
    .output(journalReports.profitAndLoss)
    .query(({ ctx, input }) => readBooks.getProfitAndLoss(ctx.deps, input)),

  getExposure: staffProcedure('ledger:verify')
    .meta({
      rest: route('GET /admin/books/exposure', 'What members were paid before the partner paid for it'),
    })
    .output(journalReports.exposure)
    .query(({ ctx }) => readBooks.getExposure(ctx.deps)),

  getCashForecast: staffProcedure('ledger:verify')
    .meta({
      rest: route(
        'GET /admin/books/cash',
        'Money at hand, and open withdrawals by the day from which they can be paid',
      ),
    })
    .output(journalReports.cashForecast)
    .query(({ ctx }) => readBooks.getCashForecast(ctx.deps)),

  exportJournal: staffProcedure('ledger:verify')
    .meta({
      rest: route('GET /admin/books/journal.csv', 'The general journal as CSV, for accounting software', {
        description: 'At most 100,000 lines: export more month by month.',
        file: 'chuma-journal.csv',
      }),
    })
    .input(journalReports.profitAndLossInput)
    .output(z.string())
    .query(({ ctx, input }) => readBooks.exportJournal(ctx.deps, input)),

  listPeriods: staffProcedure('ledger:verify')
    .meta({ rest: route('GET /admin/books/periods', 'Months, the newest first') })
    .output(z.array(journalReports.accountingPeriod))
    .query(({ ctx }) => listPeriods(ctx.deps.db)),

  closePeriod: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/books/periods/:month/close', 'Close a month for good', {
        description:
          'Answers 202: a second person always has to approve it. Answers 409 if the month is not over, or another one is next.',
        errors: ['PERIOD_STATE'],
      }),
    })
    .input(journalReports.closePeriodInput)
    .output(journalReports.accountingPeriod)
    .mutation(({ ctx, input }) => readBooks.closePeriod(ctx.deps, ctx.staff, input)),
}
