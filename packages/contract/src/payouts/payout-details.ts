import * as z from 'zod'
import { WITHDRAWAL_METHODS } from '../wallet/wallet.ts'

/** Where one withdrawal is paid, unmasked. */
export const shownPayoutDetails = z.object({
  id: z.uuid(),
  userEmail: z.string(),
  withdrawalMethod: z.enum(WITHDRAWAL_METHODS),
  mpesaNumber: z.string().nullable(),
  bankName: z.string().nullable(),
  accountNumber: z.string().nullable(),
  accountName: z.string().nullable(),
  paypalEmail: z.string().nullable(),
})
export type ShownPayoutDetails = z.infer<typeof shownPayoutDetails>
