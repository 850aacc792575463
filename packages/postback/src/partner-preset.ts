import type { PartnerScheme } from './partner-settings.ts'

/** Where an operator starts when a partner is added. Everything in `scheme` can be edited afterwards. */
export type PartnerPreset = {
  id: string
  label: string
  scheme: PartnerScheme
  /** What the partner's dashboard calls the secret. */
  secretName: string
  /** What the signature leaves open, in a sentence for the operator. */
  coverageNote: string
  /** Seen as the partner's, not promised by him, and bound to age. Switched on only where `scheme.ipAllow` has them. */
  knownAddresses: readonly string[]
  /** What is pasted into the partner's dashboard: the query of each call-back URL, in his macros. */
  urls: readonly { purpose: string; query: string }[]
  /** Where our click id goes. `{click}` marks it in the partner's wall or offer URL, `[…]` what the operator fills in. */
  click: { param: string; in: 'query' | 'path' | 'app'; url: string }
  notes: readonly string[]
}
