import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import type { readClaimPlace } from './claim-place.ts'
import { FIRST_CLAIMS } from './claims-section.tsx'

export function loadClaims(loading: Loading & { deps: ReturnType<typeof readClaimPlace> }): void {
  const { claim } = loading.deps
  loadForStaff(loading, 'partners:read', ({ partners }) => [
    claim ? partners.getClaim.prefetch({ id: claim }) : partners.listClaims.prefetch(FIRST_CLAIMS),
  ])
}
