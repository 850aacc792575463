import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { readResultsView, toWeighedFilter } from './results-view.ts'

type Asked = { params: { surveyId: string }; location: { search: Record<string, unknown> } }

export function loadResults(loading: Loading & Asked): void {
  const filter = toWeighedFilter(loading.params.surveyId, readResultsView(loading.location.search))
  loadForStaff(loading, 'results:read', ({ admin }) => [admin.getSurveyResults.prefetch(filter)])
}

/** The report also says whom the survey was for. */
export function loadReport(loading: Loading & Asked): void {
  const id = loading.params.surveyId
  loadResults(loading)
  loadForStaff(loading, 'offers:read', ({ admin }) => [
    admin.getEligibility.prefetch({ id }),
    admin.getQuotas.prefetch({ id }),
  ])
}
