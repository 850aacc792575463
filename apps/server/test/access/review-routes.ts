import type { Access } from './access.ts'

/** What members are asked, and decisions about their answers. */
export const reviewRoutes: Record<string, Access> = {
  'GET /api/admin/survey-reviews': 'proofs:read',
  'GET /api/admin/survey-reviews/:id': 'proofs:read',
  'PUT /api/admin/survey-reviews/:id': 'proofs:decide',
  'POST /api/admin/survey-reviews/accept': 'proofs:decide',
  'GET /api/admin/surveys/:id/questionnaire': 'offers:read',
  'PUT /api/admin/surveys/:id/questionnaire': 'offers:manage',
  'GET /api/admin/surveys/:id/questionnaire/check': 'offers:read',
  'POST /api/admin/surveys/:id/questionnaire/publish': 'offers:manage',
  'GET /api/admin/surveys/:id/questionnaire/versions': 'offers:read',
  'GET /api/admin/surveys/:id/questionnaire.csv': 'offers:read',
  'POST /api/admin/surveys/:id/questionnaire/import': 'offers:manage',
}
