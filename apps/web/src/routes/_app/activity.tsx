import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { readActivityFilter } from '../../wallet/ledger/activity-filter.ts'
import { ActivityPage } from '../../wallet/ledger/activity-page.tsx'

export const Route = createFileRoute('/_app/activity')({
  // The address holds the filter, so that it can be kept and the browser's own buttons undo it.
  validateSearch: readActivityFilter,
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
