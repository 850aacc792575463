export const AUDIT_FILTERS = ['actor', 'action', 'subject', 'from', 'to'] as const

export type AuditSearch = { [Name in (typeof AUDIT_FILTERS)[number]]?: string }

/** What of an address may be a filter. Apart from the schemas: the first script reads addresses, and has none. */
export function pickAuditSearch(search: Record<string, unknown>): AuditSearch {
  const texts = AUDIT_FILTERS.filter((name) => typeof search[name] === 'string')
  return Object.fromEntries(texts.map((name) => [name, search[name]]))
}
