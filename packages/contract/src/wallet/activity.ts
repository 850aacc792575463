import * as z from 'zod'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'
import { postingKind, withdrawalStatus } from './wallet.ts'

/**
 * review: staff check it with the partner · pending: credited by a partner, not available yet · available: booked · reversed: taken back · cancelled: never booked
 */
export const ACTIVITY_STATES = ['review', 'pending', 'available', 'reversed', 'cancelled'] as const

/** A line of a member's history: what, when, why, and its state. */
export const activity = z.object({
  /** Where the next page begins. */
  id: z.string(),
  kind: postingKind,
  description: z.string(),
  points: z.int(),
  /** Change of the points held for withdrawals. */
  heldPoints: z.int(),
  createdAt: timestamp,
  state: z.enum(ACTIVITY_STATES),
  /** When pending points become available. */
  availableAt: timestamp.nullable(),
  /** The related survey, withdrawal, click or credit. */
  causeId: z.uuid().nullable(),
  /** What became of the withdrawal that holds these points; null for every other line. */
  withdrawalStatus: withdrawalStatus.nullable(),
  /** Why a partner reversed or cancelled it. */
  reason: z.string().nullable(),
})
export type Activity = z.infer<typeof activity>

export const listActivityInput = z.strictObject({
  kind: postingKind.optional(),
  state: z.enum(ACTIVITY_STATES).optional(),
  /** The `id` of the previous page's last line. */
  before: z
    .string()
    .regex(/^\d{1,17}\.[pc][0-9a-f-]{1,36}$/, refuse('NOT_A_CURSOR'))
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})
export type ListActivityInput = z.infer<typeof listActivityInput>
