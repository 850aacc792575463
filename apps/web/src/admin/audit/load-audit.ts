import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { readAuditSearch } from './audit-filter.ts'
import { auditPages } from './audit-list.tsx'
import type { AuditSearch } from './audit-search.ts'

export function loadAudit(loading: Loading & { deps: AuditSearch }): void {
  loadForStaff(loading, 'audit:read', (_utils, { client, queryClient }) => [
    queryClient.prefetchInfiniteQuery(auditPages(client, readAuditSearch(loading.deps))),
  ])
}
