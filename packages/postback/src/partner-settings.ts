import { profileMapping } from '@chuma/contract/partners/partners'
import { refuse } from '@chuma/contract/problems'
import * as z from 'zod'
import { isAddressRange, isBroadRange } from './is-allowed-address.ts'
import { paramName, signatureScheme } from './signatures/signature-scheme.ts'

export const EVENT_KINDS = ['credit', 'screenout', 'pending', 'reverse', 'info', 'test', 'ignore'] as const
export type EventKind = (typeof EVENT_KINDS)[number]
const eventKind = z.enum(EVENT_KINDS)

const reply = (statuses: z.ZodType<number>) =>
  z.strictObject({
    status: statuses,
    body: z
      .string()
      .max(200)
      .regex(/^[\x20-\x7e]*$/, refuse('NOT_PRINTABLE')),
  })
const delivered = z.int().min(200).max(299)

const usdCents = z.int().min(1).max(100_000_00)
const points = z.int().min(1).max(1_000_000_000)

/** A partner's stored settings. Parse them with `partnerScheme`, which refuses unsafe ones. */
export const partnerSettings = z.strictObject({
  signature: signatureScheme,
  /** The meaning of the partner's parameters. */
  fields: z.strictObject({
    /** Carries our click id, or the member's reference. */
    user: paramName,
    transaction: paramName,
    /** The transaction that a reversal takes back. */
    reference: paramName.optional(),
    amountUsd: z.strictObject({ param: paramName, unit: z.enum(['dollars', 'cents']) }).optional(),
    /** The amount in the currency agreed with the partner. */
    amountPoints: paramName.optional(),
    offerId: paramName.optional(),
    offerName: paramName.optional(),
    /** The step of an offer that is paid on its own. Of one click each goal pays once. */
    goal: paramName.optional(),
    type: paramName.optional(),
    reason: paramName.optional(),
    ip: paramName.optional(),
    testFlag: paramName.optional(),
  }),
  /** When set, `amountPoints` at this rate decides what an event is worth, and `amountUsd` is not read. */
  pointsPerUsd: z.int().min(1).max(1_000_000).optional(),
  /**
   * The meaning of a parameter's values. Of several parameters the most cautious meaning counts. An unlisted value means
   * `otherwise`, an absent one `missing`; without these the event is refused.
   */
  statuses: z
    .array(
      z.strictObject({
        param: paramName,
        values: z.record(z.string().min(1).max(64), eventKind),
        otherwise: eventKind.exclude(['credit'], refuse('UNKNOWN_VALUE_PAYS')).optional(),
        missing: eventKind.optional(),
      }),
    )
    .max(6),
  /** `signed`: a negative amount is a reversal. `absolute`: amounts are never negative, the status decides. */
  amountSign: z.enum(['signed', 'absolute']),
  /** A transaction id with this prefix reverses the transaction after the prefix. */
  txPrefixReversal: z
    .string()
    .min(1)
    .max(10)
    .regex(/^[\x21-\x7e]*$/, refuse('NOT_PRINTABLE'))
    .optional(),
  /** The addresses whose calls are accepted. Empty: all. */
  ipAllow: z
    .array(
      z
        .string()
        .refine(isAddressRange, refuse('NOT_AN_ADDRESS_RANGE'))
        .refine((range) => !isBroadRange(range), refuse('ADDRESS_RANGE_TOO_WIDE')),
    )
    .max(100),
  ceilings: z.strictObject({
    maxUsdCentsPerEvent: usdCents.optional(),
    maxUsdCentsPerMemberDay: usdCents.optional(),
    /** What is above these waits for staff. */
    maxPointsPerMemberDay: points.optional(),
    maxPointsPerDay: points.optional(),
    /** What the partner may owe before its credits wait for staff. */
    maxUsdCentsOutstanding: usdCents.optional(),
  }),
  /** Which answers of members who share them the partner gets with its address. None: none. */
  profile: profileMapping.optional(),
  /** How long a credit waits before it can be withdrawn. */
  holdDays: z.int().min(0).max(180),
  /** The answers to the partner. Only `retry` may cause another call. */
  replies: z.strictObject({
    ok: reply(delivered),
    duplicate: reply(delivered),
    rejected: reply(z.int().min(200).max(499)),
    retry: reply(z.int().min(500).max(599)),
  }),
})
export type PartnerScheme = z.infer<typeof partnerSettings>
export type ReplyKind = keyof PartnerScheme['replies']
