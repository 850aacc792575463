import { loadForMember } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

/** Start one survey with its saved answers. As on the page, nothing is kept of a survey that was left. */
export function loadSurvey(loading: Loading, surveyId: string | undefined): void {
  loadForMember(loading, ({ surveys, wallet }) => [
    ...(surveyId === undefined || loading.preload
      ? []
      : [surveys.getSurvey.prefetch({ surveyId, show: 'asked' }, { staleTime: 0, gcTime: 0 })]),
    wallet.getTerms.prefetch(),
  ])
}
