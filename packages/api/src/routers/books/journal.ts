import {
  accountingPeriod,
  cashForecast,
  closePeriodInput,
  exposure,
  profitAndLoss,
  profitAndLossInput,
  trialBalance,
  trialBalanceInput,
} from '@chuma/contract/books/journal-reports'
import {
  closePeriod,
  exportJournal,
  getCashForecast,
  getExposure,
  getProfitAndLoss,
} from '@chuma/core/books/journal/read-books'
import { getTrialBalance, listPeriods } from '@chuma/db/queries/books/journal'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: the house's own books. */
export const journalProcedures = {
  getTrialBalance: staffProcedure('ledger:verify')
    .meta({ rest: route('GET /admin/books/trial-balance', 'What each account holds at the end of a day') })
    .input(trialBalanceInput)
    .output(trialBalance)
    .query(({ ctx, input }) => getTrialBalance(ctx.deps.db, input)),

  getProfitAndLoss: staffProcedure('ledger:verify')
    .meta({
      rest: route('GET /admin/books/profit-and-loss', 'Revenue and expenses by month, partner and offer'),
    })
    .input(profitAndLossInput)
    .output(profitAndLoss)
    .query(({ ctx, input }) => getProfitAndLoss(ctx.deps, input)),

  getExposure: staffProcedure('ledger:verify')
    .meta({
      rest: route('GET /admin/books/exposure', 'What members were paid before the partner paid for it'),
    })
    .output(exposure)
    .query(({ ctx }) => getExposure(ctx.deps)),

  getCashForecast: staffProcedure('ledger:verify')
    .meta({
      rest: route(
        'GET /admin/books/cash',
        'Money at hand, and open withdrawals by the day from which they can be paid',
      ),
    })
    .output(cashForecast)
    .query(({ ctx }) => getCashForecast(ctx.deps)),

  exportJournal: staffProcedure('ledger:verify')
    .meta({
      rest: route('GET /admin/books/journal.csv', 'The general journal as CSV, for accounting software', {
        description: 'At most 100,000 lines: export more month by month.',
        file: 'chuma-journal.csv',
      }),
    })
    .input(profitAndLossInput)
    .output(z.string())
    .query(({ ctx, input }) => exportJournal(ctx.deps, input)),

  listPeriods: staffProcedure('ledger:verify')
    .meta({ rest: route('GET /admin/books/periods', 'Months, the newest first') })
    .output(z.array(accountingPeriod))
    .query(({ ctx }) => listPeriods(ctx.deps.db)),

  closePeriod: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/books/periods/:month/close', 'Close a month for good', {
        description:
          'Answers 202: a second person always has to approve it. Answers 409 if the month is not over, or another one is next.',
        errors: ['PERIOD_STATE'],
      }),
    })
    .input(closePeriodInput)
    .output(accountingPeriod)
    .mutation(({ ctx, input }) => closePeriod(ctx.deps, ctx.staff, input)),
}
