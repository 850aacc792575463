import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadQuotas(loading: Loading & { params: { surveyId: string } }): void {
  const id = loading.params.surveyId
  loadForStaff(loading, 'offers:read', ({ admin }) => [
    admin.getQuotas.prefetch({ id }),
    admin.getQuestionnaire.prefetch({ id }),
  ])
}
