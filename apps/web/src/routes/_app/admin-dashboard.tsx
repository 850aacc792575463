import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from './-admin/admin-page.tsx'
import { readAdminTab } from './-admin/admin-tab.ts'
import { readMemberFilter } from './-admin-users/member-filter.ts'

export const Route = createFileRoute('/_app/admin-dashboard')({
  // The tab, and what is looked for among the members.
  validateSearch: (raw: Record<string, unknown>) => ({ ...readAdminTab(raw), ...readMemberFilter(raw) }),
  component: AdminDashboardRoute,
})

function AdminDashboardRoute() {
  const { tab } = Route.useSearch()
  return <AdminPage tab={tab} />
}
