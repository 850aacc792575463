import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { waitingProofs } from './use-proof-queue.ts'

export function loadProofs(loading: Loading): void {
  loadForStaff(loading, 'proofs:read', (_utils, { client, queryClient }) => [
    queryClient.prefetchInfiniteQuery(waitingProofs(client)),
  ])
}
