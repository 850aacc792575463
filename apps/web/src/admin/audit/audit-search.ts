export const AUDIT_FILTERS = ['actor', 'person', 'action', 'subject', 'from', 'to'] as const

export type AuditSearch = { [Name in (typeof AUDIT_FILTERS)[number]]?: string }

/**
 * Pick possible filters from an address. Separate from the schemas, because the first script parses addresses and has
 * no schemas.
 */
export function pickAuditSearch(search: Record<string, unknown>): AuditSearch {
  const texts = AUDIT_FILTERS.filter((name) => typeof search[name] === 'string')
  return Object.fromEntries(texts.map((name) => [name, search[name]]))
}
