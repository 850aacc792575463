import { importedStatement, importStatementInput, taxMonth } from '@chuma/contract/books/reconciliation'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { importStatement } from '@chuma/core/books/import-statement'
import { listTaxMonths } from '@chuma/db/queries/books/withholding'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { LONG_BODY_BYTES } from '../plugins/long-procedures.ts'
import type { RestOptions } from './rest-options.ts'

const permission = 'ledger:verify'

/** What the provider says that it paid, and what is owed of it as tax. */
export const providerStatementsRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.post(
    '/admin/reconciliation/statements',
    {
      bodyLimit: LONG_BODY_BYTES,
      config: { permission },
      schema: {
        tags: ['admin'],
        summary: "Import the provider's statement",
        description:
          'A CSV file with the columns receipt, amount, number (optional) and completed at. While any row is wrong nothing is imported, and the answer says what is wrong.',
        body: importStatementInput,
        response: { 200: importedStatement },
      },
    },
    (request) => importStatement(deps, requireStaff(request.caller, permission), request.body),
  )

  app.get(
    '/admin/reconciliation/tax-months',
    {
      config: { permission },
      schema: {
        tags: ['admin'],
        summary: 'Tax withheld in each month, newest first',
        response: { 200: z.array(taxMonth) },
      },
    },
    () => listTaxMonths(deps.db),
  )
}
