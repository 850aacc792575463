import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from './-admin/admin-page.tsx'
import { readAdminTab } from './-admin/admin-tab.ts'
import { readMemberFilter } from './-admin-users/member-filter.ts'

export const Route = createFileRoute('/_app/admin')({
  // The tab, and what is looked for among the members.
  validateSearch: (raw: Record<string, unknown>) => ({ ...readAdminTab(raw), ...readMemberFilter(raw) }),
  component: AdminRoute,
})

function AdminRoute() {
  const { tab } = Route.useSearch()
  return <AdminPage tab={tab} />
}
