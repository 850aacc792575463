import { createFileRoute } from '@tanstack/react-router'
import { readId } from '../../../app/page-search.ts'
import { FIRST_REVIEWS, ReviewsPage } from '../../../surveys/reviews/reviews-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

/** The review that the address names, so that it can be shared; none shows the list. */
const readPlace = (search: Record<string, unknown>) => readId(search, 'review')

export const Route = createFileRoute('/_app/admin_/survey-reviews')({
  staticData: { opensWith: 'admin.listSurveyReviews' },
  validateSearch: readPlace,
  loaderDeps: ({ search }) => readPlace(search),
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [
      loading.deps.review
        ? admin.getSurveyReview.prefetch({ id: loading.deps.review })
        : admin.listSurveyReviews.prefetch(FIRST_REVIEWS),
    ]),
  component: ReviewsRoute,
})

function ReviewsRoute() {
  return <ReviewsPage {...readPlace(Route.useSearch())} />
}
