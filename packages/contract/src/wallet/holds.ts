import * as z from 'zod'
import { timestamp } from '../fields.ts'

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
  /** It needs points of a claim that staff granted a short while ago, and the partner has not confirmed it. */
  'unsettled-credits',
  /** A reversal took more than the member had. */
  'debt',
  /** Staff look at a group of accounts that belong together. */
  'cluster',
  /** The database was restored from a backup of which this was a part: it may have been paid since. */
  'restored',
  /** Its account number can no longer be opened: the key that sealed it is lost. */
  'account-unreadable',
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
