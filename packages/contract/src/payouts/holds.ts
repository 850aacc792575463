import * as z from 'zod'
import { accountChangeKind } from '../account/account.ts'
import { id, prose } from '../fields.ts'
import { refuse } from '../problems.ts'
import { HOLD_REASONS, type HoldReason, hold } from '../wallet/holds.ts'

/** Write a reason as a message's choice: ICU takes no hyphens. */
export const toHoldWord = (reason: HoldReason) =>
  reason.replace(/-./g, (letter) => letter.slice(1).toUpperCase())

/** Let a message choose between words for each reason. One without words does not compile. */
export function chooseByHold(words: Record<HoldReason, string>): string {
  const choices = HOLD_REASONS.map((reason) => `${toHoldWord(reason)} {${words[reason]}}`)
  return `{reason, select, ${choices.join(' ')} other {}}`
}

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
