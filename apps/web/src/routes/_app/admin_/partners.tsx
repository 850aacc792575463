import { createFileRoute } from '@tanstack/react-router'
import { readPartnerPlace } from '../../../partners/partner-place.ts'
import { loadPartners, PartnersPage } from '../../../partners/partners-page.tsx'

export const Route = createFileRoute('/_app/admin_/partners')({
  // The address holds the partner or the event, so that it can be shared.
  validateSearch: readPartnerPlace,
  loaderDeps: ({ search }) => readPartnerPlace(search),
  loader: loadPartners,
  component: PartnersRoute,
})

function PartnersRoute() {
  return <PartnersPage {...readPartnerPlace(Route.useSearch())} />
}
