import type { Survey, UserSurvey } from '@chuma/contract/surveys/surveys'
import { isBegun } from '../attempts/attempt-state.ts'
import { countryOf, type SurveyFilter, type SurveyOrder } from './survey-filter.ts'

const compare = {
  // As they arrive.
  newest: () => 0,
  reward: (a, b) => b.rewardPoints - a.rewardPoints,
  duration: (a, b) => a.duration - b.duration,
} as const satisfies Record<SurveyOrder, (a: Survey, b: Survey) => number>

/** Of the surveys that can be taken now those that fit the filter, in its order. */
export function selectSurveys(surveys: readonly Survey[], filter: SurveyFilter): Survey[] {
  const { q, activity, country, category, sort } = filter
  return surveys
    .filter((survey) => hasWords(survey.title, q))
    .filter((survey) => activity !== 'to-do' || survey.status === null)
    .filter((survey) => !country || countryOf(survey) === country)
    .filter((survey) => !category || survey.category === category)
    .sort(compare[sort])
}

/** Of the member's attempts those that are begun, or those that are over, newest first as they arrive. */
export function selectAttempts(
  attempts: readonly UserSurvey[],
  { q, activity }: Pick<SurveyFilter, 'q' | 'activity'>,
): UserSurvey[] {
  return attempts.filter(
    ({ title, status }) => hasWords(title, q) && isBegun(status) === (activity === 'begun'),
  )
}

/** Every word of the search somewhere in the title, in whatever order. */
function hasWords(title: string, search: string): boolean {
  const text = title.toLocaleLowerCase()
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
