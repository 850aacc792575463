import * as z from 'zod'
import { timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'

/** joined: no paid withdrawal yet · paid: the bonus is booked · refused: there will be no bonus */
const REFERRAL_STATES = ['joined', 'paid', 'refused'] as const
export type ReferralState = (typeof REFERRAL_STATES)[number]

/**
 * Why a friend paid no bonus. `same-person`: the friend shares the inviter's payout destination or mailbox. `returning`: the friend
 * had an account before, which they deleted.
 */
const REFERRAL_REASONS = [
  'programme-closed',
  'cap-reached',
  'same-person',
  'returning',
  'inviter-suspended',
  'inviter-closing',
  'inviter-left',
  'friend-left',
] as const
export type ReferralReason = (typeof REFERRAL_REASONS)[number]

const invitedFriend = z.object({
  /** Where the next page begins. */
  id: z.string(),
  /** First name and the initial of the last name; null once the friend's account is erased. */
  name: z.string().nullable(),
  joinedAt: timestamp,
  state: z.enum(REFERRAL_STATES),
  reason: z.enum(REFERRAL_REASONS).nullable(),
  points: z.int().nullable(),
  settledAt: timestamp.nullable(),
})
export type InvitedFriend = z.infer<typeof invitedFriend>

export const referral = z.object({
  /** Whether a friend's first paid withdrawal pays a bonus today. */
  isOpen: z.boolean(),
  /** Null while invitations are not offered. */
  code: z.string().nullable(),
  /** The path of the sign-up page with the code. */
  linkPath: z.string().nullable(),
  bonusPoints: z.int(),
  maxFriends: z.int(),
  counts: z.object({ joined: z.int(), paid: z.int(), refused: z.int() }),
  /** Newest first. Friends with an unverified address are neither listed nor counted. */
  friends: z.array(invitedFriend),
})
export type Referral = z.infer<typeof referral>

export const getReferralInput = z.strictObject({
  /** The `id` of the previous page's last friend. */
  before: z
    .string()
    .regex(/^\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, refuse('NOT_A_CURSOR'))
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type GetReferralInput = z.infer<typeof getReferralInput>
