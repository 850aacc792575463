import * as z from 'zod'
import { accountChangeKind } from '../account/account.ts'
import { id, prose } from '../fields.ts'
import { refuse } from '../problems.ts'
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

/** The reasons as a message's choices: ICU takes no hyphens. */
export const HOLD_WORDS = {
  'first-payout': 'firstPayout',
  'new-destination': 'newDestination',
  'credentials-changed': 'credentialsChanged',
  'email-changed': 'emailChanged',
  'shared-destination': 'sharedDestination',
  'shared-mailbox': 'sharedMailbox',
  'survey-quality': 'surveyQuality',
  'unsettled-credits': 'unsettledCredits',
  debt: 'debt',
  cluster: 'cluster',
  restored: 'restored',
  'account-unreadable': 'accountUnreadable',
} as const satisfies Record<HoldReason, string>

/** A hold as the member sees it. */
export const hold = z.object({
  reason: holdReason,
  since: timestamp,
  /** Null: until somebody decides, or what it is about has changed. */
  until: timestamp.nullable(),
})
export type Hold = z.infer<typeof hold>

/** What led to a hold, for staff: figures, and nothing of another member. */
const holdFacts = z.object({
  /** How many other accounts. */
  accounts: z.int().optional(),
  points: z.int().optional(),
  surveys: z.int().optional(),
  change: accountChangeKind.optional(),
  /** The destination is proven to be another member's. */
  isOfAnother: z.boolean().optional(),
})
export type HoldFacts = z.infer<typeof holdFacts>

/** A hold as staff see it. `isLiftable`: false for a debt, an unreadable account, and for a destination that is another member's. */
export const adminHold = hold.extend({ id: z.uuid(), facts: holdFacts, isLiftable: z.boolean() })
export type AdminHold = z.infer<typeof adminHold>

/** `id`: the withdrawal's. `reason`: for the audit log. */
export const liftHoldInput = z.strictObject({
  id,
  holdId: id,
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_FOR_STAFF'))),
})
export type LiftHoldInput = z.infer<typeof liftHoldInput>

/** No one lifts a debt, a payment to an account that nobody can read, nor one to what another member has proven to be theirs. */
export function isLiftable({ reason, facts }: { reason: HoldReason; facts: HoldFacts }): boolean {
  return reason !== 'debt' && reason !== 'account-unreadable' && facts.isOfAnother !== true
}
