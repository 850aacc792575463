import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { ActivityPage, activityPages } from '../../wallet/ledger/activity-page.tsx'
import { readActivityFilter } from '../../wallet/search.ts'

export const Route = createFileRoute('/_app/activity')({
  // The address holds the filter, so that it survives a reload and the browser's back button works.
  validateSearch: readActivityFilter,
  loaderDeps: ({ search }) => readActivityFilter(search),
  loader: (loading) =>
    loadForMember(loading, ({ wallet }, { client, queryClient }) => [
      wallet.getTerms.prefetch(),
      queryClient.prefetchInfiniteQuery(activityPages(client, loading.deps)),
    ]),
  component: ActivityRoute,
})

function ActivityRoute() {
  // Parsed again: the router also passes on search values that were not validated.
  const filter = readActivityFilter(Route.useSearch())
  return (
    <RequireMember>
      <ActivityPage filter={filter} />
    </RequireMember>
  )
}
