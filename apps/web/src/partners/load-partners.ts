import { loadForStaff } from '../app/load.ts'
import type { Loading } from '../app/router-context.ts'
import { FIRST_EVENTS } from './events/events-section.tsx'
import type { PartnerPlace } from './partner-place.ts'
import { FIRST_REVIEWS } from './reviews/reviews-section.tsx'

/** Start the event or the credit in review that the address names, or the list of partners; a partner is shown from that list. */
export function loadPartners(loading: Loading & { deps: PartnerPlace }): void {
  const { event, review, partner, form } = loading.deps
  loadForStaff(loading, 'partners:read', ({ partners }) => {
    if (event) return [partners.getEvent.prefetch({ id: event })]
    if (review) return [partners.getCreditReview.prefetch({ id: review })]
    const isList = partner === undefined && form === undefined
    return [
      partners.listPartners.prefetch(),
      ...(isList
        ? [partners.listCreditReviews.prefetch(FIRST_REVIEWS), partners.listEvents.prefetch(FIRST_EVENTS)]
        : []),
    ]
  })
}
