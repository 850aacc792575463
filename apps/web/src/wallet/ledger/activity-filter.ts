import { POSTING_KINDS } from '@chuma/contract/posting-kinds'
import type { Activity } from '@chuma/contract/wallet/wallet'

export const STATES = [
  'review',
  'pending',
  'available',
  'reversed',
  'cancelled',
] as const satisfies Activity['state'][]

export type ActivityFilter = { kind?: Activity['kind']; state?: Activity['state'] }

/** Read a filter from an address or a select; an unknown value filters nothing. */
export function readActivityFilter({ kind, state }: Record<string, unknown>): ActivityFilter {
  const knownKind = POSTING_KINDS.find((name) => name === kind)
  const knownState = STATES.find((name) => name === state)
  return { ...(knownKind && { kind: knownKind }), ...(knownState && { state: knownState }) }
}
