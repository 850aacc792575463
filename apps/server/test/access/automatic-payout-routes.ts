import type { Access } from './expectations.ts'

/** The payout queue, and payouts that the owner's rule approves. */
export const automaticPayoutRoutes: Record<string, Access> = {
  'GET /api/admin/payout-queue': 'payouts:read',
  'POST /api/admin/payout-queue/stop': 'payouts:manage',
  'POST /api/admin/payout-queue/resume': 'payouts:manage',
  'GET /api/admin/automatic-payout': 'payouts:read',
  'POST /api/admin/automatic-payout/stop': 'payouts:manage',
  'POST /api/admin/automatic-payout/release': 'payouts:manage',
  'GET /api/expected-payouts': 'member',
}
