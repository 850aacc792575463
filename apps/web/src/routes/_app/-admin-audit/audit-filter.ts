import { exportAuditInput } from '@chuma/contract/audit'

export type AuditSearch = {
  actor?: string
  action?: string
  subject?: string
  from?: string
  to?: string
}

const NAMES = ['actor', 'action', 'subject', 'from', 'to'] as const

/** What of an address is a filter; the rest of a link that somebody bent is left out. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const given = NAMES.flatMap((name) => {
    const { data } = exportAuditInput.shape[name].safeParse(search[name])
    return data === undefined ? [] : [[name, data] as const]
  })
  return Object.fromEntries(given)
}
