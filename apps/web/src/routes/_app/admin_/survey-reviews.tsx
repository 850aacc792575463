import { createFileRoute } from '@tanstack/react-router'
import { readReviewPlace } from '../../../surveys/reviews/review-place.ts'
import { ReviewsPage } from '../../../surveys/reviews/reviews-page.tsx'
import { loadReviews } from '../../../surveys/reviews/reviews-section.tsx'

export const Route = createFileRoute('/_app/admin_/survey-reviews')({
  // The address holds the review, so that it can be shared.
  validateSearch: readReviewPlace,
  loaderDeps: ({ search }) => readReviewPlace(search),
  loader: loadReviews,
  component: ReviewsRoute,
})

function ReviewsRoute() {
  return <ReviewsPage {...readReviewPlace(Route.useSearch())} />
}
