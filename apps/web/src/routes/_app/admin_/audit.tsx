import { createFileRoute } from '@tanstack/react-router'
import { AuditPage, loadAudit, readAuditSearch } from '../../../admin/audit/audit-page.tsx'
import { pickAuditSearch } from '../../../admin/audit/audit-search.ts'

export const Route = createFileRoute('/_app/admin_/audit')({
  // The address holds the filters, so that they can be shared.
  validateSearch: pickAuditSearch,
  loaderDeps: ({ search }) => pickAuditSearch(search),
  loader: loadAudit,
  component: AuditRoute,
})

function AuditRoute() {
  return <AuditPage search={readAuditSearch(Route.useSearch())} />
}
