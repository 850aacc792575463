import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import type { readReviewPlace } from './review-place.ts'
import { FIRST_REVIEWS } from './reviews-section.tsx'

export function loadReviews(loading: Loading & { deps: ReturnType<typeof readReviewPlace> }): void {
  const { review } = loading.deps
  loadForStaff(loading, 'proofs:read', ({ admin }) => [
    review ? admin.getSurveyReview.prefetch({ id: review }) : admin.listSurveyReviews.prefetch(FIRST_REVIEWS),
  ])
}
