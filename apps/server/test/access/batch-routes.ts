import type { Access } from './access.ts'

/** How money leaves: the queues, many approvals at once, and files of payments. */
export const batchRoutes: Record<string, Access> = {
  'GET /api/admin/payout-queue': 'payouts:read',
  'POST /api/admin/payout-queue/stop': 'payouts:manage',
  'POST /api/admin/payout-queue/resume': 'payouts:manage',
  'POST /api/admin/withdrawals/bulk-approve': 'withdrawals:decide',
  'GET /api/admin/payouts.csv': 'payout-details:read',
  'POST /api/admin/payouts/import': 'payouts:manage',
  'GET /api/admin/payout-queues': 'payouts:read',
  'GET /api/admin/bank-batches': 'payouts:read',
  'POST /api/admin/bank-batches': 'payouts:manage',
  'POST /api/admin/bank-batches/:id/file': 'payout-details:read',
  'POST /api/admin/bank-batches/:id/uploaded': 'payouts:manage',
  'POST /api/admin/bank-batches/:id/cancel': 'payouts:manage',
  'POST /api/admin/bank-batches/:id/result': 'payouts:manage',
}
