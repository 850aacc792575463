import * as z from 'zod'
import { id, line, pageOf, pageQuery, pastedSecret, prose, searchWords, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { profileAttribute } from '../profile/profile.ts'

/** A click on a partner's survey or link, and its result. */
export const click = z.object({
  id: z.uuid(),
  surveyId: z.uuid().nullable(),
  cpaLinkId: z.uuid().nullable(),
  title: z.string(),
  /** The promised points; 0 if only the partner knows. */
  points: z.int(),
  clickedAt: timestamp,
  /**
   * waiting: no event from the partner yet · review: staff check it with the partner · pending: credited, but the points are not
   * available yet · refused: staff decided not to pay it.
   */
  state: z.enum(['waiting', 'review', 'pending', 'credited', 'reversed', 'refused', 'screened-out']),
  creditedPoints: z.int().nullable(),
  /** By when staff decide about a credit in review. */
  answerBy: timestamp.nullable(),
  /** Why staff refused it. */
  refusal: z.string().nullable(),
  /** When pending points become available. */
  availableAt: timestamp.nullable(),
  screenOutReason: z.string().nullable(),
  claim: z
    .object({
      state: z.enum(['open', 'credited', 'declined']),
      reason: z.string().nullable(),
      openedAt: timestamp,
    })
    .nullable(),
  /** Whether missing points can be claimed for it now. */
  canClaim: z.boolean(),
})
export type Click = z.infer<typeof click>

export const openClaimInput = z.strictObject({ clickId: id, note: prose(1000).default('') })
export type OpenClaimInput = z.infer<typeof openClaimInput>

export const claim = z.object({
  id: z.uuid(),
  clickId: z.uuid(),
  note: z.string(),
  state: z.enum(['open', 'credited', 'declined']),
  reason: z.string().nullable(),
  points: z.int().nullable(),
  openedAt: timestamp,
  decidedAt: timestamp.nullable(),
})
export type Claim = z.infer<typeof claim>

export const adminClaim = claim.extend({
  memberId: z.uuid(),
  userEmail: z.string(),
  title: z.string(),
  promisedPoints: z.int(),
  /** Identifies the click in the partner's events. */
  reference: z.string(),
  clickedAt: timestamp,
  partnerId: z.uuid().nullable(),
  partnerName: z.string().nullable(),
  decidedBy: z.string().nullable(),
})

export const listClaimsInput = z.strictObject({
  state: z.enum(['open', 'credited', 'declined']).optional(),
  ...pageOf(50),
})

/** The member sees the reason. `points` is required if the click promised none. */
export const decideClaimInput = z.strictObject({
  decision: z.enum(['credited', 'declined']),
  points: z.int().min(1).max(1_000_000).optional(),
  reason: prose(500).pipe(z.string().min(1)),
  id,
})
export type DecideClaimInput = z.infer<typeof decideClaimInput>

export const claimIdInput = z.strictObject({ id })

export const partner = z.object({
  id: z.uuid(),
  name: z.string(),
  preset: z.string(),
  /** The address the partner calls: opaque, unique to this partner. Empty while the secret is lost. */
  postbackUrl: z.string(),
  /** The same, with the macros that the partner's dashboard fills in. */
  callUrls: z.array(z.object({ purpose: z.string(), url: z.string() })),
  isActive: z.boolean(),
  createdAt: timestamp,
  /** The key that sealed the secret and the address is lost: the partner's calls are refused until the secret is entered again. */
  isSecretLost: z.boolean(),
  /** The settings' version; send it back with a change. */
  version: z.int(),
  /** The scheme, without the secret. */
  scheme: z.record(z.string(), z.unknown()),
})
export type Partner = z.infer<typeof partner>

/** The maximum of counted events. */
export const RECENT_EVENTS = 1000
export const RECENT_DAYS = 7

export const partnerOverview = partner.extend({
  /** The outcomes of the latest events of the last days. */
  recent: z.object({ events: z.int(), rejected: z.int(), unmatched: z.int() }),
})
export type PartnerOverview = z.infer<typeof partnerOverview>

/** The initial settings of a new partner. Everything in the scheme can be edited. */
export const partnerPreset = z.object({
  id: z.string(),
  label: z.string(),
  /** What the partner's dashboard calls the secret. */
  secretName: z.string(),
  /** What the signature does not cover. */
  coverageNote: z.string(),
  knownAddresses: z.array(z.string()),
  /** The partner's address for members; `{click}` becomes our click id. */
  clickUrl: z.string(),
  notes: z.array(z.string()),
  scheme: z.record(z.string(), z.unknown()),
})
export type PartnerPreset = z.infer<typeof partnerPreset>

const settings = {
  name: line(80),
  scheme: z.record(z.string(), z.unknown()),
  isActive: z.boolean().default(true),
}
/** Signatures are made with it: a pasted line break would make each of them fail. */
const secret = pastedSecret(500)

export const createPartnerInput = z.strictObject({ ...settings, preset: line(40), secret })
export type CreatePartnerInput = z.infer<typeof createPartnerInput>

export const updatePartnerInput = z.strictObject({
  ...settings,
  secret: secret.optional(),
  /** The version of the settings that were edited. */
  version: z.int().min(1),
  id,
})
export type UpdatePartnerInput = z.infer<typeof updatePartnerInput>

/** What happened with an event. */
export const partnerOutcome = z.enum([
  'credited',
  'pending',
  'review',
  'duplicate',
  'reversed',
  'kept-for-credit',
  'screened-out',
  'recorded',
  'test',
  'unmatched',
  'rejected',
])
export type PartnerOutcome = z.infer<typeof partnerOutcome>

export const partnerEvent = z.object({
  id: z.uuid(),
  partnerId: z.uuid(),
  partnerName: z.string(),
  receivedAt: timestamp,
  method: z.string(),
  address: z.string().nullable(),
  replayOf: z.uuid().nullable(),
  outcome: partnerOutcome.nullable(),
  reason: z.string().nullable(),
  kind: z.string().nullable(),
  transactionId: z.string().nullable(),
  reference: z.string().nullable(),
  amountUsd: z.number().nullable(),
  points: z.int().nullable(),
  memberId: z.uuid().nullable(),
  decidedBy: z.string().nullable(),
})

export type PartnerEvent = z.infer<typeof partnerEvent>

export const partnerEventDetail = partnerEvent.extend({
  userEmail: z.string().nullable(),
  /** The title of the event's click, whether the event names it or a person assigned it. */
  clickTitle: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  /** As received, with the secret masked. */
  target: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** Checked with the current scheme. */
  signature: z.object({
    method: z.string(),
    signedText: z.string().nullable(),
    presented: z.string().nullable(),
    isValid: z.boolean(),
    reason: z.string().nullable(),
  }),
})
export type PartnerEventDetail = z.infer<typeof partnerEventDetail>

/** Everything that helps to decide a claim. */
export const claimDetail = z.object({
  claim: adminClaim,
  /** A credit of the same click that waits for staff. The claim can be granted once that is decided. */
  review: z.object({ id: z.uuid() }).nullable(),
  events: z.array(partnerEvent),
  /** The partner's events since the click that named no known click or member. */
  unmatched: z.array(partnerEvent),
  /** The member's earlier claims, newest first. */
  earlier: z.array(claim.extend({ title: z.string() })),
})
export type ClaimDetail = z.infer<typeof claimDetail>

export const listMemberClicksInput = z.strictObject({
  memberId: id,
  /** Part of the title. */
  q: searchWords.optional(),
  ...pageQuery.shape,
})

export const listPartnerEventsInput = z.strictObject({
  partnerId: id.optional(),
  outcome: partnerOutcome.optional(),
  /** A click's reference. */
  reference: searchWords.optional(),
  ...pageOf(50),
})

export const partnerEventIdInput = z.strictObject({ id })
export const matchPartnerEventInput = z.strictObject({ memberId: id, clickId: id, id })

export const eventDecision = z.object({ outcome: partnerOutcome, reason: z.string().nullable() })

const text = z.string().min(1).max(100)

/**
 * Which answers of members who share them a partner gets, as parameters of its address. `codes` are the partner's names for our
 * codes; a code without one is not passed, and without `codes` ours are passed.
 */
export const profileMapping = z
  .array(
    z.strictObject({
      attribute: profileAttribute,
      parameter: z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, refuse('NOT_A_PARAMETER')),
      codes: z.record(text, text).optional(),
    }),
  )
  .max(20)
export type ProfileMapping = z.infer<typeof profileMapping>

/** pays-less-than-promised: the partner's amount does not buy the promise · over-daily-ceiling: the day has brought enough. */
const REVIEW_REASONS = ['pays-less-than-promised', 'over-daily-ceiling', 'over-exposure'] as const

/** A partner's credit that waits for staff, or waited. */
export const creditReview = z.object({
  id: z.uuid(),
  memberId: z.uuid(),
  userEmail: z.string(),
  partnerId: z.uuid(),
  partnerName: z.string(),
  title: z.string(),
  state: z.enum(['review', 'pending', 'available', 'reversed', 'cancelled']),
  why: z.enum(REVIEW_REASONS),
  /** While it waits: what is left of the promise. Afterwards: what was paid. */
  points: z.int(),
  /** Promised for the click; 0 if only the partner knows. */
  promisedPoints: z.int(),
  /** What the amount buys; 0 for less than half a point. */
  boughtPoints: z.int(),
  amountUsd: z.number(),
  transactionId: z.string(),
  /** The step of the offer; empty if the partner names none. */
  goal: z.string(),
  /** Identifies the click in the partner's events. */
  reference: z.string(),
  clickedAt: timestamp,
  createdAt: timestamp,
  settledAt: timestamp.nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
  /** The member's claim for the click. */
  claimId: z.uuid().nullable(),
})
export type CreditReview = z.infer<typeof creditReview>

export const listCreditReviewsInput = z.strictObject({
  /** waiting: not decided yet, oldest first. settled: decided, taken back or completed, newest first. */
  state: z.enum(['waiting', 'settled']).default('waiting'),
  partnerId: id.optional(),
  ...pageOf(50),
})
export type ListCreditReviewsInput = z.infer<typeof listCreditReviewsInput>

/** Everything that helps to decide about a credit. */
export const creditReviewDetail = z.object({
  review: creditReview,
  events: z.array(partnerEvent),
})

export const creditReviewIdInput = z.strictObject({ id })

/** promised: pay what is left of the promise · bought: pay what the amount buys · rejected: pay nothing. The member sees the reason. */
export const decideCreditReviewInput = z.strictObject({
  decision: z.enum(['promised', 'bought', 'rejected']),
  reason: prose(500).pipe(z.string().min(1)),
  id,
})
export type DecideCreditReviewInput = z.infer<typeof decideCreditReviewInput>
