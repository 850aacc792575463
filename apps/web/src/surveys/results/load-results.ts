import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { readResultsView, toWeighedFilter } from './results-view.ts'

type Asked = { params: { surveyId: string }; location: { search: Record<string, unknown> } }

export function loadResults(loading: Loading & Asked): void {
  const filter = toWeighedFilter(loading.params.surveyId, readResultsView(loading.location.search))
  loadForStaff(loading, 'results:read', ({ admin }) => [admin.getSurveyResults.prefetch(filter)])
}
