import { loadForMember } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadProfile(loading: Loading): void {
  loadForMember(loading, ({ account, wallet }) => [
    account.getProfile.prefetch(undefined, { staleTime: 0 }),
    wallet.getTerms.prefetch(),
  ])
}
