import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../app/load.ts'
import { readClaimPlace } from '../../../partners/claims/claim-place.ts'
import { ClaimsPage } from '../../../partners/claims/claims-page.tsx'
import { FIRST_CLAIMS } from '../../../partners/claims/claims-section.tsx'

export const Route = createFileRoute('/_app/admin_/claims')({
  // The address holds the claim, so that it can be handed on.
  validateSearch: readClaimPlace,
  loader: (context) =>
    loadForStaff(context, ({ partners }) => {
      const { claim } = readClaimPlace(context.location.search)
      return [claim ? partners.getClaim.prefetch({ id: claim }) : partners.listClaims.prefetch(FIRST_CLAIMS)]
    }),
  component: ClaimsRoute,
})

function ClaimsRoute() {
  return <ClaimsPage {...readClaimPlace(Route.useSearch())} />
}
