import * as z from 'zod'
import { id, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { postingKind } from '../wallet/wallet.ts'

/** A member who owes points: what was taken back was spent. */
export const debt = z.object({
  memberId: z.uuid(),
  memberName: z.string(),
  memberEmail: z.string(),
  points: z.int(),
  /** At today's rate. */
  amountKes: z.int(),
  /** Held for withdrawals. Cancelling them sets the debt off. */
  heldPoints: z.int(),
  /** When the balance became negative, and by what. */
  since: timestamp,
  cause: postingKind,
})
export type Debt = z.infer<typeof debt>

export const listDebtsInput = z.strictObject({
  /** The `memberId` of the previous page's last row. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type ListDebtsInput = z.infer<typeof listDebtsInput>

/** `points`: the debt as it was seen. If it has changed, nothing is written off. */
export const writeOffDebtInput = z.strictObject({
  memberId: id,
  points: z.int().min(1),
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_MISSING'))),
})
export type WriteOffDebtInput = z.infer<typeof writeOffDebtInput>
