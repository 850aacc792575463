import { createFileRoute } from '@tanstack/react-router'
import { AuditPage, auditPages, readAuditSearch } from '../../../admin/audit/audit-page.tsx'
import { pickAuditSearch } from '../../../app/page-search.ts'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/audit')({
  staticData: { opensWith: 'admin.listAudit' },
  // The address holds the filters, so that they can be shared.
  validateSearch: pickAuditSearch,
  loaderDeps: ({ search }) => pickAuditSearch(search),
  loader: (loading) =>
    loadForStaff(loading, (_utils, { client, queryClient }) => [
      queryClient.prefetchInfiniteQuery(auditPages(client, readAuditSearch(loading.deps))),
    ]),
  component: AuditRoute,
})

function AuditRoute() {
  return <AuditPage search={readAuditSearch(Route.useSearch())} />
}
