import { createFileRoute } from '@tanstack/react-router'
import { readMemberFilter } from '../../account/members/users-tab.tsx'
import { AdminPage, loadAdmin, readAdminTab } from '../../admin/frame/admin-page.tsx'

export const Route = createFileRoute('/_app/admin')({
  // The tab, and the filters of the member list.
  validateSearch: (raw: Record<string, unknown>) => ({ ...readAdminTab(raw), ...readMemberFilter(raw) }),
  loaderDeps: ({ search }) => search,
  loader: loadAdmin,
  component: AdminRoute,
})

function AdminRoute() {
  const { tab } = Route.useSearch()
  return <AdminPage tab={tab} />
}
