import * as z from 'zod'
import { identifier } from '../fields.ts'

/** A withdrawal's id, a receipt, or an M-Pesa number in any usual spelling. */
export const findWithdrawalsInput = z.strictObject({ q: identifier(100) })

export const foundWithdrawal = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  userName: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'paid']),
  amountKes: z.int(),
})
export type FoundWithdrawal = z.infer<typeof foundWithdrawal>
