import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../app/load.ts'
import { FIRST_EVENTS } from '../../../partners/events/events-section.tsx'
import { readPartnerPlace } from '../../../partners/partner-place.ts'
import { PartnersPage } from '../../../partners/partners-page.tsx'

export const Route = createFileRoute('/_app/admin_/partners')({
  // The address holds the partner or the event, so that it can be handed on.
  validateSearch: readPartnerPlace,
  loader: (context) =>
    loadForStaff(context, ({ partners }) => {
      const { event } = readPartnerPlace(context.location.search)
      if (event) return [partners.getEvent.prefetch({ id: event })]
      return [partners.listPartners.prefetch(), partners.listEvents.prefetch(FIRST_EVENTS)]
    }),
  component: PartnersRoute,
})

function PartnersRoute() {
  return <PartnersPage {...readPartnerPlace(Route.useSearch())} />
}
