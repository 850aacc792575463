import type { AdminSurveyReview, DecideSurveyReviewInput } from '@chuma/contract/surveys/reviews'

export type Decision = DecideSurveyReviewInput['decision']

/** List what staff can do about a review, the usual first. */
export function listDecisions({
  state,
  keptAt,
}: Pick<AdminSurveyReview, 'state' | 'keptAt'>): readonly Decision[] {
  switch (state) {
    case 'held':
      return keptAt === null ? ['paid', 'held', 'rejected'] : ['paid', 'rejected']
    case 'appealed':
      return ['paid', 'rejected']
    case 'doubtful':
      return ['paid']
    default:
      return []
  }
}
