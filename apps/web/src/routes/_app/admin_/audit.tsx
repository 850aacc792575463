import { createFileRoute } from '@tanstack/react-router'
import { AuditPage, loadAudit, pickAuditSearch, readAuditSearch } from '../../../admin/audit/audit-page.tsx'

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
