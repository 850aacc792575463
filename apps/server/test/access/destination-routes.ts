import type { Access } from './access.ts'

/** Where members are paid, and what staff decide about it. */
export const destinationRoutes: Record<string, Access> = {
  'POST /api/destinations/codes': 'member',
  'POST /api/destinations/codes/confirm': 'member',
  'GET /api/destinations/codes': 'member',
  'GET /api/admin/users/:id/destinations': 'members:read',
  'POST /api/admin/users/:id/destinations/:destinationId/release': 'withdrawals:decide',
  'POST /api/admin/users/:id/destinations/:destinationId/free': 'withdrawals:decide',
}
