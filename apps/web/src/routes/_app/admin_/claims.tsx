import { createFileRoute } from '@tanstack/react-router'
import { readId } from '../../../app/page-search.ts'
import { ClaimsPage, FIRST_CLAIMS } from '../../../partners/claims/claims-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

/** The claim that the address names, so that it can be shared; none shows the list. */
const readPlace = (search: Record<string, unknown>) => readId(search, 'claim')

export const Route = createFileRoute('/_app/admin_/claims')({
  staticData: { opensWith: 'partners.listClaims' },
  validateSearch: readPlace,
  loaderDeps: ({ search }) => readPlace(search),
  loader: (loading) =>
    loadForStaff(loading, ({ partners }) => [
      loading.deps.claim
        ? partners.getClaim.prefetch({ id: loading.deps.claim })
        : partners.listClaims.prefetch(FIRST_CLAIMS),
    ]),
  component: ClaimsRoute,
})

function ClaimsRoute() {
  return <ClaimsPage {...readPlace(Route.useSearch())} />
}
