import { exportAuditInput } from '@chuma/contract/admin/audit'
import { AUDIT_FILTERS, type AuditSearch } from './audit-search.ts'

/** Read the filters of an address; invalid parts are dropped. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const given = AUDIT_FILTERS.flatMap((name) => {
    const { data } = exportAuditInput.shape[name].safeParse(search[name])
    return data === undefined ? [] : [[name, data] as const]
  })
  return Object.fromEntries(given)
}
