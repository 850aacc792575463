import type { Access } from './access.ts'

/** Payouts that the owner's rule approves. */
export const automaticPayoutRoutes: Record<string, Access> = {
  'GET /api/admin/automatic-payout': 'payouts:read',
  'POST /api/admin/automatic-payout/stop': 'payouts:manage',
  'POST /api/admin/automatic-payout/release': 'payouts:manage',
  'GET /api/expected-payouts': 'member',
}
