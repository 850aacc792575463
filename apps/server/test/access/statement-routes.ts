import type { Access } from './expectations.ts'
import { receivableRoutes } from './receivable-routes.ts'
import { taxRoutes } from './tax-routes.ts'

/** Tax, statements, and the desk for what no rule matched. */
export const statementRoutes: Record<string, Access> = {
  ...taxRoutes,
  ...receivableRoutes,
  'POST /api/admin/reconciliation/statements': 'ledger:verify',
  'GET /api/admin/reconciliation/statement-mappings': 'ledger:verify',
  'GET /api/admin/reconciliation/statement-rows': 'ledger:verify',
  'GET /api/admin/reconciliation/statement-rows/:id/candidates': 'ledger:verify',
  'POST /api/admin/reconciliation/statement-rows/:id/book': 'ledger:verify',
  'POST /api/admin/reconciliation/statement-rows/:id/undo': 'ledger:verify',
  'GET /api/admin/reconciliation/statement-months': 'ledger:verify',
}
