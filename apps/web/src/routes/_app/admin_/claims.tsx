import { createFileRoute } from '@tanstack/react-router'
import { ClaimsPage, loadClaims } from '../../../partners/claims/claims-page.tsx'
import { readClaimPlace } from '../../../partners/partner-place.ts'

export const Route = createFileRoute('/_app/admin_/claims')({
  // The address holds the claim, so that it can be shared.
  validateSearch: readClaimPlace,
  loaderDeps: ({ search }) => readClaimPlace(search),
  loader: loadClaims,
  component: ClaimsRoute,
})

function ClaimsRoute() {
  return <ClaimsPage {...readClaimPlace(Route.useSearch())} />
}
