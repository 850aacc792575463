import * as reconciliation from '@chuma/contract/books/reconciliation'
import { reconcileDay, resolveDifference } from '@chuma/core/books/reconciliation'
import { listDifferences, listReconciliations } from '@chuma/db/queries/books/reconciliation'
import { listTaxMonths } from '@chuma/db/queries/books/tax'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: comparing the ledger, the withdrawals and the provider's statements. */
export const bookProcedures = {
  listReconciliations: staffProcedure('ledger:verify')
    .meta({ rest: route('GET /admin/reconciliation', 'The books by day, newest first') })
    .input(reconciliation.listReconciliationsInput)
    .output(z.array(reconciliation.reconciliation))
    .query(({ ctx, input }) => listReconciliations(ctx.deps.db, input)),

  reconcileDay: staffProcedure('ledger:verify', 'routine')
    .meta({
      rest: route('POST /admin/reconciliation', 'Compare the books of one day', {
        description: 'Safe to repeat: open differences are checked again, resolved ones stay resolved.',
      }),
    })
    .input(reconciliation.reconcileDayInput)
    .output(reconciliation.reconciliation)
    .mutation(({ ctx, input }) => reconcileDay(ctx.deps, ctx.staff, input)),

  listDifferences: staffProcedure('ledger:verify')
    .meta({
      rest: route('GET /admin/reconciliation/differences', 'Differences in the books, newest day first'),
    })
    .input(reconciliation.listDifferencesInput)
    .output(z.array(reconciliation.difference))
    .query(({ ctx, input }) => listDifferences(ctx.deps.db, input)),

  resolveDifference: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/reconciliation/differences/:id/resolve', 'Explain a difference', {
        errors: ['ALREADY_DECIDED'],
      }),
    })
    .input(reconciliation.resolveDifferenceInput)
    .output(reconciliation.difference)
    .mutation(({ ctx, input }) => resolveDifference(ctx.deps, ctx.staff, input)),

  listTaxMonths: staffProcedure('ledger:verify')
    .meta({ rest: route('GET /admin/reconciliation/tax-months', 'Tax withheld in each month, newest first') })
    .output(z.array(reconciliation.taxMonth))
    .query(({ ctx }) => listTaxMonths(ctx.deps.db)),
}
