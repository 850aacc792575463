import * as z from 'zod'
import { id, prose } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'
import { destinationProof, destinationState } from '../wallet/destinations.ts'
import { DESTINATION_KINDS } from '../wallet/wallet.ts'

/** Other members who named the same destination. */
const sharing = z.object({
  isOfAnother: z.boolean(),
  count: z.int(),
  /** Some of them, the owner first. */
  others: z.array(z.object({ id: z.uuid(), name: z.string(), isOwner: z.boolean() })),
})

/** Where a member is paid, or asked to be, as staff see it. */
export const adminDestination = z.object({
  id: z.uuid(),
  memberId: z.uuid(),
  withdrawalMethod: z.enum(DESTINATION_KINDS),
  /** Masked for everyone. Null if it cannot be opened. */
  destination: z.string().nullable(),
  namedAt: timestamp,
  ...destinationState,
  /** When a payment first arrived there. */
  paidAt: timestamp.nullable(),
  /** The member proved it although it belongs to another. */
  disputedAt: timestamp.nullable(),
  disputedBy: destinationProof.nullable(),
  /** Null for staff who may not read payout details. */
  sharing: sharing.nullable(),
})
export type AdminDestination = z.infer<typeof adminDestination>

export const listMemberDestinationsInput = z.strictObject({ memberId: id })

const reason = prose(500).pipe(z.string().min(1, refuse('REASON_MISSING')))

export const decideDestinationInput = z.strictObject({ memberId: id, destinationId: id, reason })
export type DecideDestinationInput = z.infer<typeof decideDestinationInput>
