import * as z from 'zod'
import { prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'

export const AUTOMATIC_MODES = ['off', 'shadow', 'on'] as const
export type AutomaticMode = (typeof AUTOMATIC_MODES)[number]

/** Why a person decides. `sample`: nothing speaks against it, and staff look at some of these too. */
export const PERSON_REASONS = [
  'tripped',
  'unchosen',
  'no-provider',
  'undone',
  'unproven',
  'held',
  'unsettled',
  'risk',
  'paused',
  'cluster',
  'insider',
  'first-payout',
  'two-people',
  'too-large',
  'member-day',
  'day',
  'float',
  'sample',
] as const
export type PersonReason = (typeof PERSON_REASONS)[number]

export const TRIP_CAUSES = ['staff', 'minted', 'velocity', 'failures', 'books', 'float'] as const
export type TripCause = (typeof TRIP_CAUSES)[number]

export const automaticSwitch = z.object({
  isTripped: z.boolean(),
  cause: z.enum(TRIP_CAUSES).nullable(),
  reason: z.string().nullable(),
  trippedBy: z.string().nullable(),
  trippedAt: timestamp.nullable(),
})
export type AutomaticSwitch = z.infer<typeof automaticSwitch>

/** What the rule would have paid, or not, beside what staff decided. */
const disagreement = z.object({
  withdrawalId: z.uuid(),
  amountKes: z.int(),
  /** `pay` and `sample`: the rule would have paid, and staff rejected. */
  outcome: z.enum(['pay', 'sample', 'person']),
  reasons: z.array(z.enum(PERSON_REASONS)),
  staffOutcome: z.enum(['approved', 'rejected']),
  staffActor: z.string(),
  staffDecidedAt: timestamp,
})

export const automaticPayout = z.object({
  mode: z.enum(AUTOMATIC_MODES),
  /** The version of the economy record, which holds the rule. */
  ruleVersion: z.int(),
  rule: z.object({
    maxKes: z.int(),
    memberDayKes: z.int(),
    dayKes: z.int(),
    belowRisk: z.int(),
    firstPayouts: z.boolean(),
    samplePercent: z.int(),
  }),
  switch: automaticSwitch,
  /** Of this business day. In shadow mode: what would have been paid. */
  today: z.object({
    paidCount: z.int(),
    paidKes: z.int(),
    sampleCount: z.int(),
    personCount: z.int(),
    reasons: z.array(z.object({ reason: z.enum(PERSON_REASONS), count: z.int() })),
  }),
  /** Of the last 30 days: withdrawals that the rule evaluated and staff decided. */
  agreement: z.object({
    decidedCount: z.int(),
    /** Would pay, and staff approved. */
    bothPayCount: z.int(),
    /** Would pay, and staff rejected. */
    wouldPayRejectedCount: z.int(),
    /** Would leave it to a person, and staff approved, or rejected. */
    personApprovedCount: z.int(),
    personRejectedCount: z.int(),
    /** From the request to the decision of staff; null without any. */
    staffMedianSeconds: z.number().nullable(),
    disagreements: z.array(disagreement),
  }),
  float: z.object({
    floatKes: z.number().nullable(),
    queuedKes: z.int(),
    pendingKes: z.int(),
    /** Sent in an hour, on average over the last day. */
    paceKes: z.int(),
    /** Until the float is used up at that pace; null: unknown, or nothing is sent. */
    hoursLeft: z.number().nullable(),
  }),
  times: z.object({
    /** From the request to the payment, of the last 7 days; null below five. */
    automaticMedianSeconds: z.number().nullable(),
    automaticSlowSeconds: z.number().nullable(),
    staffSlowSeconds: z.number().nullable(),
  }),
})
export type AutomaticPayout = z.infer<typeof automaticPayout>

export const tripAutomaticInput = z.strictObject({
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_FOR_STAFF'))),
})
export type TripAutomaticInput = z.infer<typeof tripAutomaticInput>

/** `trippedAt`: of the stop that was seen. Another one is not released. */
export const releaseAutomaticInput = z.strictObject({
  trippedAt: z.iso.datetime({ offset: true }),
  note: prose(500).pipe(z.string().min(1, refuse('REMEDY_MISSING'))),
})
export type ReleaseAutomaticInput = z.infer<typeof releaseAutomaticInput>

/**
 * Why a person decides about a request though others are paid by the rule, as the member reads it. `checked` names nothing that would
 * tell a farm what gave it away.
 */
export const TOLD_REASONS = ['everyone', 'drawn', 'first', 'large', 'day', 'float', 'checked'] as const
export type ToldReason = (typeof TOLD_REASONS)[number]

/** When a member can expect what they asked for, and why a person looks at it first. */
export const expectedPayout = z.object({
  withdrawalId: z.uuid(),
  /** `person`: staff decide first. */
  by: z.enum(['machine', 'person']),
  /** Null: it was decided, or no rule pays without a person. */
  reason: z.enum(TOLD_REASONS).nullable(),
  /** Only what is measured, and only while it is still to come; null: only the reason is known. */
  expectedBy: timestamp.nullable(),
})
export type ExpectedPayout = z.infer<typeof expectedPayout>
