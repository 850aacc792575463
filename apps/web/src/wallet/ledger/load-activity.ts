import { loadForMember } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import type { ActivityFilter } from './activity-filter.ts'
import { activityPages } from './activity-lines.tsx'

export function loadActivity(loading: Loading & { deps: ActivityFilter }): void {
  loadForMember(loading, ({ wallet }, { client, queryClient }) => [
    wallet.getTerms.prefetch(),
    queryClient.prefetchInfiniteQuery(activityPages(client, loading.deps)),
  ])
}
