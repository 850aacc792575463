import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { readActivityFilter } from '../../wallet/ledger/activity-filter.ts'
import { activityPages } from '../../wallet/ledger/activity-lines.tsx'
import { ActivityPage } from '../../wallet/ledger/activity-page.tsx'

export const Route = createFileRoute('/_app/activity')({
  // The address holds the filter, so that it can be kept and the browser's own buttons undo it.
  validateSearch: readActivityFilter,
  loader: (context) =>
    loadForMember(context, ({ wallet }, { client, queryClient }) => [
      wallet.getTerms.prefetch(),
      queryClient.prefetchInfiniteQuery(activityPages(client, readActivityFilter(context.location.search))),
    ]),
  component: ActivityRoute,
})

function ActivityRoute() {
  // Read again: the router hands on what the address holds beside what was validated.
  const filter = readActivityFilter(Route.useSearch())
  return (
    <RequireMember>
      <ActivityPage filter={filter} />
    </RequireMember>
  )
}
