import * as z from 'zod'
import { accountChangeKind } from '../account/account.ts'
import { id, prose } from '../fields.ts'
import { refuse } from '../problems.ts'
import { type HoldReason, hold } from '../wallet/holds.ts'

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
