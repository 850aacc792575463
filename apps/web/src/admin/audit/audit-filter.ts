import { exportAuditInput } from '@chuma/contract/admin/audit'
import { AUDIT_FILTERS, type AuditSearch } from './audit-search.ts'

/** What of an address is a filter; the rest of a link that somebody bent is left out. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const given = AUDIT_FILTERS.flatMap((name) => {
    const { data } = exportAuditInput.shape[name].safeParse(search[name])
    return data === undefined ? [] : [[name, data] as const]
  })
  return Object.fromEntries(given)
}
