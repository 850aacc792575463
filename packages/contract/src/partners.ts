import * as z from 'zod'
import { id, line, prose } from './fields.ts'

/** A click on a partner's survey or link, and what became of it. */
export const click = z.object({
  id: z.uuid(),
  surveyId: z.uuid().nullable(),
  cpaLinkId: z.uuid().nullable(),
  title: z.string(),
  /** Promised; 0 where the partner says what it pays. */
  points: z.int(),
  clickedAt: z.date(),
  /** waiting: the partner has said nothing yet · pending: he has, and the points wait for their day. */
  state: z.enum(['waiting', 'pending', 'credited', 'reversed', 'screened-out']),
  creditedPoints: z.int().nullable(),
  /** When pending points become available. */
  availableAt: z.date().nullable(),
  screenOutReason: z.string().nullable(),
  claim: z
    .object({
      state: z.enum(['open', 'credited', 'declined']),
      reason: z.string().nullable(),
      openedAt: z.date(),
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
  openedAt: z.date(),
  decidedAt: z.date().nullable(),
})
export type Claim = z.infer<typeof claim>

export const adminClaim = claim.extend({
  memberId: z.uuid(),
  userEmail: z.string(),
  title: z.string(),
  promisedPoints: z.int(),
  /** What the partner knows the click by: his events carry it. */
  reference: z.string(),
  clickedAt: z.date(),
  partnerId: z.uuid().nullable(),
  partnerName: z.string().nullable(),
  decidedBy: z.string().nullable(),
})

export const listClaimsInput = z.strictObject({
  state: z.enum(['open', 'credited', 'declined']).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

/** The member sees the reason. `points` is needed where nothing was promised for the click. */
export const decideClaimBody = z.strictObject({
  decision: z.enum(['credited', 'declined']),
  points: z.int().min(1).max(1_000_000).optional(),
  reason: prose(500).pipe(z.string().min(1, 'Required')),
})
export const decideClaimInput = decideClaimBody.extend({ id })
export type DecideClaimInput = z.infer<typeof decideClaimInput>

export const partner = z.object({
  id: z.uuid(),
  name: z.string(),
  preset: z.string(),
  /** What the partner calls: opaque, and his alone. */
  postbackUrl: z.string(),
  isActive: z.boolean(),
  createdAt: z.date(),
  /** Its settings; the secret is never among them. */
  scheme: z.record(z.string(), z.unknown()),
})
export type Partner = z.infer<typeof partner>

const settings = {
  name: line(80),
  scheme: z.record(z.string(), z.unknown()),
  isActive: z.boolean().default(true),
}
const secret = z.string().min(1, 'Required').max(500, 'At most 500 characters')

export const createPartnerInput = z.strictObject({ ...settings, preset: line(40), secret })
export type CreatePartnerInput = z.infer<typeof createPartnerInput>

export const updatePartnerBody = z.strictObject({ ...settings, secret: secret.optional() })
export const updatePartnerInput = updatePartnerBody.extend({ id })
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
  receivedAt: z.date(),
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

export const listPartnerEventsInput = z.strictObject({
  partnerId: id.optional(),
  outcome: partnerOutcome.optional(),
  /** Of one click. */
  reference: z.string().max(100).optional(),
  /** The `id` of the last row of the page before. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

export const partnerEventIdInput = z.strictObject({ id })
export const matchPartnerEventBody = z.strictObject({ memberId: id, clickId: id })
export const matchPartnerEventInput = matchPartnerEventBody.extend({ id })

export const eventDecision = z.object({ outcome: partnerOutcome, reason: z.string().nullable() })
