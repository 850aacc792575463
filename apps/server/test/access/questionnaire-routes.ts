import type { Access } from './access.ts'

/** Who may read, write and publish questionnaires. */
export const questionnaireRoutes: Record<string, Access> = {
  'GET /api/admin/surveys/:id/questionnaire': 'offers:read',
  'PUT /api/admin/surveys/:id/questionnaire': 'offers:manage',
  'GET /api/admin/surveys/:id/questionnaire/check': 'offers:read',
  'POST /api/admin/surveys/:id/questionnaire/publish': 'offers:manage',
  'GET /api/admin/surveys/:id/questionnaire/versions': 'offers:read',
  'GET /api/admin/surveys/:id/questionnaire.csv': 'offers:read',
  'POST /api/admin/surveys/:id/questionnaire/import': 'offers:manage',
}
