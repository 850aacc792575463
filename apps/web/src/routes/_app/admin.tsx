import { createFileRoute } from '@tanstack/react-router'
import { readMemberFilter } from '../../admin/members/member-filter.ts'
import { AdminPage, startAdminPage } from '../../admin/today/admin-page.tsx'
import { readAdminTab } from '../../app/page-search.ts'
import { loadForStaff } from '../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin')({
  staticData: { opensWith: 'admin.getStats' },
  // The tab, and the filters of the member list.
  validateSearch: (raw: Record<string, unknown>) => ({ ...readAdminTab(raw), ...readMemberFilter(raw) }),
  loaderDeps: ({ search }) => search,
  loader: (loading) => loadForStaff(loading, startAdminPage(loading.deps)),
  component: AdminRoute,
})

function AdminRoute() {
  const { tab } = Route.useSearch()
  return <AdminPage tab={tab} />
}
