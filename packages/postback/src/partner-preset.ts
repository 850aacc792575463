import type { PartnerScheme } from './partner-settings.ts'

/** The initial settings when staff add a partner. Everything in `scheme` can be edited. */
export type PartnerPreset = {
  id: string
  label: string
  scheme: PartnerScheme
  /** What the partner's dashboard calls the secret. */
  secretName: string
  /** What the signature does not cover, in a sentence for staff. */
  coverageNote: string
  /** Addresses seen in practice, not guaranteed by the partner. Active only if `scheme.ipAllow` lists them. */
  knownAddresses: readonly string[]
  /** The query of each callback URL for the partner's dashboard, with the partner's macros. */
  urls: readonly { purpose: string; query: string }[]
  /** The partner's wall or offer URL: `{click}` becomes our click id, staff fill in `[…]`. */
  click: { param: string; in: 'query' | 'path' | 'app'; url: string }
  notes: readonly string[]
}
