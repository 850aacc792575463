import { createFileRoute, redirect } from '@tanstack/react-router'
import { readId } from '../../../app/page-search.ts'
import { FIRST_EVENTS } from '../../../partners/events/event-section.tsx'
import { type PartnerPlace, PartnersPage } from '../../../partners/partners-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

/** One event, a partner or their form, a new partner, or the list, so that it can be shared. */
function readPlace(search: Record<string, unknown>): PartnerPlace {
  if (search.form === 'new') return { form: 'new' }
  const partner = readId(search, 'partner')
  return {
    ...partner,
    ...readId(search, 'event'),
    ...(search.form === 'edit' && partner.partner && { form: 'edit' as const }),
  }
}

export const Route = createFileRoute('/_app/admin_/partners')({
  staticData: { opensWith: 'partners.listPartners' },
  validateSearch: readPlace,
  // Credits in review were once shown here.
  beforeLoad: ({ location }) => {
    const credit = readId(location.search, 'review')
    if (credit.review) throw redirect({ to: '/admin/credit-reviews', search: credit, replace: true })
  },
  loaderDeps: ({ search }) => readPlace(search),
  loader: (loading) =>
    loadForStaff(loading, ({ partners }) => {
      const { event, partner, form } = loading.deps
      if (event) return [partners.getEvent.prefetch({ id: event })]
      const isList = partner === undefined && form === undefined
      return [
        partners.listPartners.prefetch(),
        ...(isList ? [partners.listEvents.prefetch(FIRST_EVENTS)] : []),
      ]
    }),
  component: PartnersRoute,
})

function PartnersRoute() {
  return <PartnersPage {...readPlace(Route.useSearch())} />
}
