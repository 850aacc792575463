import { loadForMember } from '../app/load.ts'
import type { Loading } from '../app/router-context.ts'
import { referralPages } from './use-referral.ts'

export function loadInvite(loading: Loading): void {
  loadForMember(loading, (_utils, { client, queryClient }) => [
    queryClient.prefetchInfiniteQuery(referralPages(client)),
  ])
}
