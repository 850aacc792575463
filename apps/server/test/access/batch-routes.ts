import type { Access } from './expectations.ts'

/** Of bank batches, and the state of every provider's queue. */
export const batchRoutes: Record<string, Access> = {
  'GET /api/admin/payout-queues': 'payouts:read',
  'GET /api/admin/bank-batches': 'payouts:read',
  'POST /api/admin/bank-batches': 'payouts:manage',
  'POST /api/admin/bank-batches/:id/file': 'payout-details:read',
  'POST /api/admin/bank-batches/:id/result': 'payouts:manage',
}
