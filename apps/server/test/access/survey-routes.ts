import type { Access } from './access.ts'

/** Survey offers, and what members answered. */
export const surveyRoutes: Record<string, Access> = {
  'GET /api/admin/surveys': 'offers:read',
  'GET /api/admin/surveys/summary': 'offers:read',
  'GET /api/admin/surveys/:id': 'offers:read',
  'POST /api/admin/surveys': 'offers:manage',
  'PATCH /api/admin/surveys/:id': 'offers:manage',
  'DELETE /api/admin/surveys/:id': 'offers:manage',
  'GET /api/admin/surveys.csv': 'offers:read',
  'POST /api/admin/surveys/import': 'offers:manage',
  'GET /api/admin/surveys/:id/results': 'results:read',
  'GET /api/admin/surveys/:id/results/cross-tab': 'results:read',
  'GET /api/admin/surveys/:id/results/answers': 'results:raw',
  'GET /api/admin/surveys/:id/results.csv': 'results:raw',
  'GET /api/admin/surveys/:id/codebook.csv': 'results:read',
  'GET /api/admin/survey-clicks': 'offers:read',
  'GET /api/admin/survey-clicks/:id': 'offers:read',
}
