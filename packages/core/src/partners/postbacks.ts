import type { PartnerPreset } from '@chuma/contract/partners/partners'
import type { FieldProblems } from '@chuma/contract/problems'

/** How a partner's call is read and checked. Pure: neither network nor database. */

export type PostbackRequest = {
  method: string
  /** Path and query exactly as received. */
  rawTarget: string
  /** Scheme and host as registered with the partner. */
  publicBaseUrl: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  rawBody: Buffer
  address: string
}

type PostbackKind = 'credit' | 'screenout' | 'pending' | 'reverse' | 'info' | 'test' | 'ignore'
export type ReplyKind = 'ok' | 'duplicate' | 'rejected' | 'retry'

/** Amounts are never negative: the kind gives the direction of the money. */
export type PostbackEvent = {
  kind: PostbackKind
  transactionId: string
  /** For a reversal: the transaction it takes back. */
  originalTransactionId?: string
  /** The reference of the member's click. */
  userRef: string
  /** Millionths of a USD; set for every credit. */
  amountUsdMicros?: number
  offerName?: string
  /** The step of an offer that this event pays. */
  goal?: string
  reasonCode?: string
}

export type PostbackVerdict =
  | { ok: true; event: PostbackEvent }
  /** `claimed`: what the call says about itself. Shown to staff and never acted on. */
  | { ok: false; reason: string; answer: ReplyKind; claimed: Partial<PostbackEvent> }

/** An operator's settings for a partner, as far as the rules need them. */
export type PartnerTerms = {
  holdDays: number
  ceilings: {
    maxUsdCentsPerMemberDay?: number | undefined
    maxPointsPerMemberDay?: number | undefined
    maxPointsPerDay?: number | undefined
    maxUsdCentsOutstanding?: number | undefined
  }
  replies: Record<ReplyKind, { status: number; body: string }>
}

/** Why a call is or is not genuine. Contains neither the secret nor the right signature. */
export type SignatureExplanation = {
  method: string
  /** The exact text that is signed. */
  signedText?: string
  /** The signature in the call. */
  presented?: string
  isValid: boolean
  reason?: string
}

export type Postbacks = {
  /** Where partners reach us: scheme and host. */
  publicBaseUrl: string
  /** Parse a typed or stored scheme, or list the problems of each field. */
  readScheme: (
    scheme: unknown,
  ) => { ok: true; scheme: object; terms: PartnerTerms } | { ok: false; problems: FieldProblems }
  verify: (scheme: object, secret: string, request: PostbackRequest) => PostbackVerdict
  explain: (scheme: object, secret: string, request: PostbackRequest) => SignatureExplanation
  /** The initial settings for new partners. */
  presets: readonly PartnerPreset[]
  /** The URLs for the partner's dashboard, with the partner's macros. */
  callUrls: (preset: string, publicKey: string) => { purpose: string; url: string }[]
}
