import type { Access } from './access.ts'

/** Decisions about surveys whose answers are in doubt. */
export const reviewRoutes: Record<string, Access> = {
  'GET /api/admin/survey-reviews': 'proofs:read',
  'GET /api/admin/survey-reviews/:id': 'proofs:read',
  'PUT /api/admin/survey-reviews/:id': 'proofs:decide',
  'POST /api/admin/survey-reviews/accept': 'proofs:decide',
}
