import type { PartnerPreset } from '@chuma/contract/partners/partners'
import type { FieldProblems } from '@chuma/contract/problems'

/** How a partner's call is read and checked. Pure: neither network nor database. */

export type PostbackRequest = {
  method: string
  /** Path and query exactly as they came. */
  rawTarget: string
  /** Scheme and host as the partner knows them. */
  publicBaseUrl: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  rawBody: Buffer
  address: string
}

type PostbackKind = 'credit' | 'screenout' | 'pending' | 'reverse' | 'info' | 'test' | 'ignore'
export type ReplyKind = 'ok' | 'duplicate' | 'rejected' | 'retry'

/** Amounts are never negative; the kind says which way it goes. */
export type PostbackEvent = {
  kind: PostbackKind
  transactionId: string
  /** Of a reversal: the transaction that it takes back. */
  originalTransactionId?: string
  /** The reference of the click that the member left with. */
  userRef: string
  /** Millionths of a USD; there for every credit. */
  amountUsdMicros?: number
  offerName?: string
  reasonCode?: string
}

export type PostbackVerdict =
  | { ok: true; event: PostbackEvent }
  /** `claimed` is what the call says of itself. It is shown to staff and never acted on. */
  | { ok: false; reason: string; answer: ReplyKind; claimed: Partial<PostbackEvent> }

/** What an operator set for one partner, as far as the rules need it. */
export type PartnerTerms = {
  holdDays: number
  ceilings: { maxUsdCentsPerMemberDay?: number | undefined }
  replies: Record<ReplyKind, { status: number; body: string }>
}

/** Why a call passes for genuine, or does not. Neither the secret nor the right signature is in it. */
export type SignatureExplanation = {
  method: string
  /** The exact text that is signed. */
  signedText?: string
  /** What came with the call. */
  presented?: string
  isValid: boolean
  reason?: string
}

export type Postbacks = {
  /** Where partners reach us: scheme and host. */
  publicBaseUrl: string
  /** What was typed or stored, checked: the scheme, or what is wrong with each field. */
  readScheme: (
    scheme: unknown,
  ) => { ok: true; scheme: object; terms: PartnerTerms } | { ok: false; problems: FieldProblems }
  verify: (scheme: object, secret: string, request: PostbackRequest) => PostbackVerdict
  explain: (scheme: object, secret: string, request: PostbackRequest) => SignatureExplanation
  /** Where a partner can start. */
  presets: readonly PartnerPreset[]
  /** What is pasted into the partner's panel, in his macros. */
  callUrls: (preset: string, publicKey: string) => { purpose: string; url: string }[]
}
