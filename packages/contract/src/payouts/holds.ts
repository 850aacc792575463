import * as z from 'zod'
import { timestamp } from '../timestamp.ts'

/**
 * Why a withdrawal waits although its points are there. `survey-quality` also delays the reward of a survey. Nothing here refuses a
 * withdrawal.
 */
export const HOLD_REASONS = [
  /** The member was never paid before. */
  'first-payout',
  /** They were paid elsewhere before, and never there. */
  'new-destination',
  /** The password or the devices changed a short while ago. */
  'credentials-changed',
  /** The email address changed a short while ago, or a change was undone. */
  'email-changed',
  /** Another member named the same destination, and neither has proven it. */
  'shared-destination',
  /** Another account uses the same mailbox. */
  'shared-mailbox',
  /** The answers of a survey that earned the points are in doubt. */
  'survey-quality',
  /** A partner's credit that it depends on is still being checked. */
  'unsettled-credits',
  /** A reversal took more than the member had. */
  'debt',
  /** Staff look at a group of accounts that belong together. */
  'cluster',
] as const

export const holdReason = z.enum(HOLD_REASONS)
export type HoldReason = z.infer<typeof holdReason>

/** A hold as the member sees it. */
export const hold = z.object({
  reason: holdReason,
  since: timestamp,
  /** Null: until somebody decides, or what it is about has changed. */
  until: timestamp.nullable(),
})
export type Hold = z.infer<typeof hold>
