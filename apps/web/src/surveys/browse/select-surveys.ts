import type { Survey, UserSurvey } from '@chuma/contract/surveys/surveys'
import { isBegun } from '../attempts/attempt-state.ts'
import { countryOf, type SurveyFilter, type SurveyOrder } from './survey-filter.ts'

const compare = {
  // In the server's order.
  newest: () => 0,
  reward: (a, b) => b.rewardPoints - a.rewardPoints,
  duration: (a, b) => a.duration - b.duration,
} as const satisfies Record<SurveyOrder, (a: Survey, b: Survey) => number>

/** Filter and sort the surveys that can be taken now. */
export function selectSurveys(surveys: readonly Survey[], filter: SurveyFilter): Survey[] {
  const { q, activity, country, category, sort } = filter
  return surveys
    .filter((survey) => hasWords(survey.title, q))
    .filter((survey) => activity !== 'to-do' || survey.status === null)
    .filter((survey) => !country || countryOf(survey) === country)
    .filter((survey) => !category || survey.category === category)
    .sort(compare[sort])
}

/** List the member's attempts, all or of one state, newest first as the server sends them. */
export function selectAttempts(
  attempts: readonly UserSurvey[],
  { q, activity }: Pick<SurveyFilter, 'q' | 'activity'>,
): UserSurvey[] {
  return attempts.filter(
    ({ title, status }) =>
      hasWords(title, q) && (activity === 'mine' || isBegun(status) === (activity === 'begun')),
  )
}

/** Whether the title contains every word of the search, in any order. */
function hasWords(title: string, search: string): boolean {
  const text = title.toLocaleLowerCase()
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
