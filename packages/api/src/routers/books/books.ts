import {
  difference,
  importedStatement,
  importStatementInput,
  listDifferencesInput,
  listReconciliationsInput,
  reconcileDayInput,
  reconciliation,
  resolveDifferenceInput,
  taxMonth,
} from '@chuma/contract/books/reconciliation'
import { importStatement } from '@chuma/core/books/import-statement'
import { reconcileDay } from '@chuma/core/books/reconcile-day'
import { resolveDifference } from '@chuma/core/books/resolve-difference'
import { listDifferences, listReconciliations } from '@chuma/db/queries/books/reconciliation'
import { listTaxMonths } from '@chuma/db/queries/books/withholding'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

/** Of `admin`: whether the ledger, the withdrawals and the provider tell the same story. */
export const bookProcedures = {
  listReconciliations: staffProcedure('ledger:verify')
    .input(listReconciliationsInput)
    .output(z.array(reconciliation))
    .query(({ ctx, input }) => listReconciliations(ctx.deps.db, input)),

  reconcileDay: staffProcedure('ledger:verify')
    .input(reconcileDayInput)
    .output(reconciliation)
    .mutation(({ ctx, input }) => reconcileDay(ctx.deps, ctx.staff, input)),

  listDifferences: staffProcedure('ledger:verify')
    .input(listDifferencesInput)
    .output(z.array(difference))
    .query(({ ctx, input }) => listDifferences(ctx.deps.db, input)),

  resolveDifference: staffProcedure('ledger:verify')
    .input(resolveDifferenceInput)
    .output(difference)
    .mutation(({ ctx, input }) => resolveDifference(ctx.deps, ctx.staff, input)),

  importStatement: staffProcedure('ledger:verify')
    .input(importStatementInput)
    .output(importedStatement)
    .mutation(({ ctx, input }) => importStatement(ctx.deps, ctx.staff, input)),

  listTaxMonths: staffProcedure('ledger:verify')
    .output(z.array(taxMonth))
    .query(({ ctx }) => listTaxMonths(ctx.deps.db)),
}
