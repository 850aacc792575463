import { createFileRoute } from '@tanstack/react-router'
import { readAuditSearch } from '../../../admin/audit/audit-filter.ts'
import { AuditPage } from '../../../admin/audit/audit-page.tsx'
import { pickAuditSearch } from '../../../admin/audit/audit-search.ts'
import { loadAudit } from '../../../admin/audit/load-audit.ts'

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
