import * as z from 'zod'
import { timestamp } from '../timestamp.ts'

/** What proved that a destination is a member's: a code by SMS, a first payment that arrived, or staff. */
export const destinationProof = z.enum(['code', 'payment', 'staff'])
export type DestinationProof = z.infer<typeof destinationProof>

/** Whether a destination is proven to be the member's. Others who named it make no difference. */
export const destinationState = {
  isProven: z.boolean(),
  provenBy: destinationProof.nullable(),
  provenAt: timestamp.nullable(),
}
