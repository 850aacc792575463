import { createFileRoute } from '@tanstack/react-router'
import { readId } from '../../../app/page-search.ts'
import { CreditReviewsPage, FIRST_REVIEWS } from '../../../partners/credit-reviews-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

/** The credit that the address names, so that it can be shared; none shows the list. */
const readPlace = (search: Record<string, unknown>) => readId(search, 'review')

export const Route = createFileRoute('/_app/admin_/credit-reviews')({
  staticData: { opensWith: 'partners.listCreditReviews' },
  validateSearch: readPlace,
  loaderDeps: ({ search }) => readPlace(search),
  loader: (loading) =>
    loadForStaff(loading, ({ partners }) => [
      loading.deps.review
        ? partners.getCreditReview.prefetch({ id: loading.deps.review })
        : partners.listCreditReviews.prefetch(FIRST_REVIEWS),
    ]),
  component: CreditReviewsRoute,
})

function CreditReviewsRoute() {
  return <CreditReviewsPage {...readPlace(Route.useSearch())} />
}
