import * as z from 'zod'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'

/** joined: his first paid withdrawal is still to come · paid: the bonus is booked · refused: there will be none */
const REFERRAL_STATES = ['joined', 'paid', 'refused'] as const
export type ReferralState = (typeof REFERRAL_STATES)[number]

/** Why nothing was paid for a friend. `same-person`: he is paid where the inviter is, or reads his mail there. */
const REFERRAL_REASONS = [
  'programme-closed',
  'cap-reached',
  'same-person',
  'inviter-suspended',
  'inviter-closing',
  'inviter-left',
  'friend-left',
] as const
export type ReferralReason = (typeof REFERRAL_REASONS)[number]

/** As it is typed or pasted; stored in capitals. */
export const referralCode = z
  .string()
  .max(40, refuse('NOT_AN_INVITE_CODE'))
  .transform((text) => text.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{6,12}$/, refuse('NOT_AN_INVITE_CODE')))

const invitedFriend = z.object({
  /** Where the next page begins. */
  id: z.string(),
  /** First name and the letter that the last name begins with; null once he has left. */
  name: z.string().nullable(),
  joinedAt: timestamp,
  state: z.enum(REFERRAL_STATES),
  reason: z.enum(REFERRAL_REASONS).nullable(),
  /** What was paid for him. */
  points: z.int().nullable(),
  settledAt: timestamp.nullable(),
})
export type InvitedFriend = z.infer<typeof invitedFriend>

export const referral = z.object({
  /** Whether a friend's first paid withdrawal pays a bonus today. */
  isOpen: z.boolean(),
  /** Null while nobody is asked to invite. */
  code: z.string().nullable(),
  /** The page that signs a friend up with the code, on this site. */
  linkPath: z.string().nullable(),
  bonusPoints: z.int(),
  maxFriends: z.int(),
  counts: z.object({ joined: z.int(), paid: z.int(), refused: z.int() }),
  /** Newest first. Whoever has not proved his address yet is not among them, nor counted. */
  friends: z.array(invitedFriend),
})
export type Referral = z.infer<typeof referral>

export const getReferralInput = z.strictObject({
  /** The `id` of the last friend of the page before. */
  before: z
    .string()
    .regex(/^\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, refuse('NOT_A_CURSOR'))
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type GetReferralInput = z.infer<typeof getReferralInput>
