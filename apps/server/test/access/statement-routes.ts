import type { Access } from './access.ts'
import { clientRoutes } from './clients/client-routes.ts'
import { receivableRoutes } from './receivable-routes.ts'
import { taxRoutes } from './tax-routes.ts'

/** Tax, statements, the desk for what no rule matched, clients, and the journal. */
export const statementRoutes: Record<string, Access> = {
  ...taxRoutes,
  ...receivableRoutes,
  ...clientRoutes,
  'POST /api/admin/reconciliation/statements': 'ledger:verify',
  'GET /api/admin/reconciliation/statement-mappings': 'ledger:verify',
  'GET /api/admin/reconciliation/statement-rows': 'ledger:verify',
  'GET /api/admin/reconciliation/statement-rows/:id/corrections': 'ledger:verify',
  'GET /api/admin/reconciliation/statement-rows/:id/candidates': 'ledger:verify',
  'POST /api/admin/reconciliation/statement-rows/:id/book': 'ledger:verify',
  'POST /api/admin/reconciliation/statement-rows/:id/undo': 'ledger:verify',
  'GET /api/admin/reconciliation/statement-months': 'ledger:verify',
  'GET /api/admin/books/trial-balance': 'ledger:verify',
  'GET /api/admin/books/profit-and-loss': 'ledger:verify',
  'GET /api/admin/books/exposure': 'ledger:verify',
  'GET /api/admin/books/cash': 'ledger:verify',
  'GET /api/admin/books/journal.csv': 'ledger:verify',
  'GET /api/admin/books/periods': 'ledger:verify',
  'POST /api/admin/books/periods/:month/close': 'ledger:verify',
}
