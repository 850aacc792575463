import type { PartnerOutcome, PartnerPreset } from '@chuma/contract/partners/partners'
import type { FieldProblems } from '@chuma/contract/problems'
import type { WebhookEventType } from '@chuma/db/column-types'
import type { LockedCredit } from '@chuma/db/queries/partners/credits'
import type { StateMachine } from '../state-machine.ts'

export type CreditState = LockedCredit['state']
export type CreditEffect = 'post reward' | 'post reversal'

/** Staff choose what becomes of a credit in review; every other step is a partner's event or a job. Only this table guards them. */
export const creditMachine: StateMachine<CreditState, CreditEffect> = {
  name: 'Partner credit',
  refusal: 'ALREADY_DECIDED',
  states: {
    review:
      'waits for staff: the partner’s amount does not buy the promise, is above a ceiling of the day, or the partner owes too much',
    pending: "waits until the partner's hold is over",
    available: 'paid to the member',
    reversed: 'paid, and taken back by the partner',
    cancelled: 'never paid',
  },
  begins: [
    {
      to: 'review',
      by: 'partner',
      when: 'its amount, with those of the click’s other goals, does not buy the promise, it is above a ceiling of the day, or the partner would owe more than its ceiling',
    },
    { to: 'pending', by: 'partner', when: 'its scheme holds credits for some days' },
    {
      to: 'available',
      by: 'partner',
      when: 'its scheme holds nothing; the reward is posted with it. Or staff have granted a claim for the click, which it confirms',
    },
    { to: 'cancelled', by: 'partner', when: 'its reversal came first' },
  ],
  moves: {
    worker: [{ from: ['pending'], to: 'available', when: 'the hold is over', does: ['post reward'] }],
    staff: [
      { from: ['review'], to: 'pending', when: 'they pay it, and the hold is not over' },
      { from: ['review'], to: 'available', when: 'they pay it', does: ['post reward'] },
      {
        from: ['review'],
        to: 'cancelled',
        when: 'they reject it with a reason, or have paid the promise for another goal of the click',
      },
    ],
    partner: [
      {
        from: ['review'],
        to: 'pending',
        when: 'a later goal’s amount completes the promise, and the hold is not over',
      },
      {
        from: ['review'],
        to: 'available',
        when: 'a later goal’s amount completes the promise',
        does: ['post reward'],
      },
      {
        from: ['review', 'pending'],
        to: 'cancelled',
        when: 'it takes the credit back before it is paid, or later goals cover the promise without it',
      },
      { from: ['available'], to: 'reversed', when: 'it takes the credit back', does: ['post reversal'] },
    ],
    erasure: [
      { from: ['review', 'pending'], to: 'cancelled', when: 'the account is erased before it is paid' },
    ],
  },
}

export type Settlement = {
  outcome: PartnerOutcome
  reason?: string
  points?: number
  memberId?: string
}

export type EventInHand = {
  eventId: string
  partnerId: string
  event: PostbackEvent
  terms: PartnerTerms
  pointsPerUsd: number
  /** What webhooks want to hear of. */
  wanted: ReadonlySet<WebhookEventType>
}
export type ClickRef = { memberId: string; clickId: string }

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
type PartnerTerms = {
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
type SignatureExplanation = {
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
