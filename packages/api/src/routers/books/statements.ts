import * as statements from '@chuma/contract/books/statements'
import * as bookRow from '@chuma/core/books/statements/book-row'
import { importStatement } from '@chuma/core/books/statements/import-statement'
import { listStatementRows } from '@chuma/db/queries/books/statement-desk'
import { listMappings, listStatementMonths } from '@chuma/db/queries/books/statement-rows'
import * as z from 'zod'
import { wordRow, wordRows, wordStatement } from '../../language/word-answer.ts'
import { route, STATEMENT_BODY_BYTES } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: statements of M-Pesa and of banks, and the desk for what no rule matched. */
export const statementProcedures = {
  importStatement: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      bodyLimit: STATEMENT_BODY_BYTES,
      rest: route('POST /admin/reconciliation/statements', "Import the provider's statement, or a bank's", {
        description:
          'A CSV file of the M-Pesa organisation portal, or a plain list with the columns receipt, amount, number (optional) and completed at. For a bank: the name of a saved mapping, or a mapping to save. Every row is matched, booked or left on the desk; rows that an earlier import had change nothing.',
        example: {
          body: {
            csv: 'Date;Reference;Money out;Money in\n06/01/2026;EFT-48213;"2,000.00";',
            bank: {
              name: 'KCB',
              mapping: {
                delimiter: 'semicolon',
                headerRow: 1,
                date: 'Date',
                dateFormat: 'DD/MM/YYYY',
                reference: 'Reference',
                debit: 'Money out',
                credit: 'Money in',
              },
            },
          },
        },
      }),
    })
    .input(statements.importStatementInput)
    .output(statements.importedStatement)
    .mutation(({ ctx, input }) => wordStatement(ctx.caller, importStatement(ctx.deps, ctx.staff, input))),

  listStatementMappings: staffProcedure('ledger:verify')
    .meta({
      rest: route(
        'GET /admin/reconciliation/statement-mappings',
        'How the files of banks are read, the last version of each',
      ),
    })
    .output(z.array(statements.statementMapping))
    .query(({ ctx }) => listMappings(ctx.deps.db)),

  listStatementRows: staffProcedure('ledger:verify')
    .meta({
      rest: route(
        'GET /admin/reconciliation/statement-rows',
        'Rows of statements that wait, oldest first, or that staff booked, newest first',
      ),
    })
    .input(statements.listStatementRowsInput)
    .output(z.array(statements.statementRow))
    .query(({ ctx, input }) => wordRows(ctx.caller, listStatementRows(ctx.deps.db, input))),

  listStatementCandidates: staffProcedure('ledger:verify')
    .meta({
      rest: route(
        'GET /admin/reconciliation/statement-rows/:id/candidates',
        'The payments that a row may belong to, the likeliest first',
      ),
    })
    .input(statements.statementRowIdInput)
    .output(z.array(statements.statementCandidate))
    .query(({ ctx, input }) => bookRow.listCandidates(ctx.deps, input)),

  listRowCorrections: staffProcedure('ledger:verify')
    .meta({
      rest: route(
        'GET /admin/reconciliation/statement-rows/:id/corrections',
        'The corrections of payouts that a row may prove, the likeliest first',
      ),
    })
    .input(statements.statementRowIdInput)
    .output(z.array(statements.rowCorrection))
    .query(({ ctx, input }) => bookRow.listRowCorrections(ctx.deps, input)),

  bookStatementRow: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route('POST /admin/reconciliation/statement-rows/:id/book', 'Book a row that waits', {
        description: 'Moves no money and no points, and settles no withdrawal.',
        errors: ['ALREADY_DECIDED'],
      }),
    })
    .input(statements.bookStatementRowInput)
    .output(statements.statementRow)
    .mutation(({ ctx, input }) => wordRow(ctx.caller, bookRow.bookStatementRow(ctx.deps, ctx.staff, input))),

  undoStatementBooking: staffProcedure('ledger:verify', 'sensitive')
    .meta({
      rest: route(
        'POST /admin/reconciliation/statement-rows/:id/undo',
        'Take a booking back, until its day is reconciled',
        {
          errors: ['ALREADY_DECIDED'],
        },
      ),
    })
    .input(statements.undoBookingInput)
    .output(statements.statementRow)
    .mutation(({ ctx, input }) => wordRow(ctx.caller, bookRow.undoBooking(ctx.deps, ctx.staff, input))),

  listStatementMonths: staffProcedure('ledger:verify')
    .meta({
      rest: route(
        'GET /admin/reconciliation/statement-months',
        'What was booked in each month and account, and whether the balances agree',
      ),
    })
    .output(z.array(statements.statementMonth))
    .query(({ ctx }) => listStatementMonths(ctx.deps.db)),
}
