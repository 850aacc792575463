import * as z from 'zod'
import { id, line, prose, searchWords } from '../fields.ts'
import { pageQuery } from '../pages.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'

/** A click on a partner's survey or link, and what became of it. */
export const click = z.object({
  id: z.uuid(),
  surveyId: z.uuid().nullable(),
  cpaLinkId: z.uuid().nullable(),
  title: z.string(),
  /** Promised; 0 where the partner says what it pays. */
  points: z.int(),
  clickedAt: timestamp,
  /** waiting: the partner has said nothing yet · pending: he has, and the points wait for their day. */
  state: z.enum(['waiting', 'pending', 'credited', 'reversed', 'screened-out']),
  creditedPoints: z.int().nullable(),
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
  /** What the partner knows the click by: his events carry it. */
  reference: z.string(),
  clickedAt: timestamp,
  partnerId: z.uuid().nullable(),
  partnerName: z.string().nullable(),
  decidedBy: z.string().nullable(),
})

export const listClaimsInput = z.strictObject({
  state: z.enum(['open', 'credited', 'declined']).optional(),
  /** The `id` of the last row of the page before. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

/** The member sees the reason. `points` is needed where nothing was promised for the click. */
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
  /** What the partner calls: opaque, and his alone. */
  postbackUrl: z.string(),
  /** The same, with the macros that his panel fills in. */
  callUrls: z.array(z.object({ purpose: z.string(), url: z.string() })),
  isActive: z.boolean(),
  createdAt: timestamp,
  /** Of these settings: it goes back with what is changed. */
  version: z.int(),
  /** Its settings; the secret is never among them. */
  scheme: z.record(z.string(), z.unknown()),
})
export type Partner = z.infer<typeof partner>

/** Counted no further than this: what there is beyond it is older. */
export const RECENT_EVENTS = 1000
export const RECENT_DAYS = 7

export const partnerOverview = partner.extend({
  /** How the last events of the last days came out. */
  recent: z.object({ events: z.int(), rejected: z.int(), unmatched: z.int() }),
})
export type PartnerOverview = z.infer<typeof partnerOverview>

/** Where a new partner starts. All of his scheme can be edited. */
export const partnerPreset = z.object({
  id: z.string(),
  label: z.string(),
  /** What the partner's panel calls the secret. */
  secretName: z.string(),
  /** What the signature leaves open. */
  coverageNote: z.string(),
  knownAddresses: z.array(z.string()),
  /** The address that members leave to; `{click}` marks where our click id goes. */
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
/** Signatures are made with it: kept to the letter. */
const secret = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), refuse('UNTYPEABLE_CHARACTERS'))

export const createPartnerInput = z.strictObject({ ...settings, preset: line(40), secret })
export type CreatePartnerInput = z.infer<typeof createPartnerInput>

export const updatePartnerInput = z.strictObject({
  ...settings,
  secret: secret.optional(),
  /** Of the settings that these were made from. */
  version: z.int().min(1),
  id,
})
export type UpdatePartnerInput = z.infer<typeof updatePartnerInput>

/** What was made of an event. */
export const partnerOutcome = z.enum([
  'credited',
  'pending',
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
  /** What the click was for that it names, or was given by a person. */
  clickTitle: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  /** As it came. The secret is masked wherever it stood. */
  target: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** By the scheme of today. */
  signature: z.object({
    method: z.string(),
    signedText: z.string().nullable(),
    presented: z.string().nullable(),
    isValid: z.boolean(),
    reason: z.string().nullable(),
  }),
})
export type PartnerEventDetail = z.infer<typeof partnerEventDetail>

/** What there is to decide a claim by. */
export const claimDetail = z.object({
  claim: adminClaim,
  /** What the partner said of this click. */
  events: z.array(partnerEvent),
  /** What he said since the click that named nobody. */
  unmatched: z.array(partnerEvent),
  /** What the member claimed before, newest first. */
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
  /** Of one click. */
  reference: searchWords.optional(),
  /** The `id` of the last row of the page before. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

export const partnerEventIdInput = z.strictObject({ id })
export const matchPartnerEventInput = z.strictObject({ memberId: id, clickId: id, id })

export const eventDecision = z.object({ outcome: partnerOutcome, reason: z.string().nullable() })
