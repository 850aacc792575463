import * as z from 'zod'
import { user } from '../auth/auth.ts'
import { emailAddress, line, timestamp } from '../fields.ts'
import { POSTING_KINDS } from '../posting-kinds.ts'

export const updateProfileInput = z.strictObject({
  firstName: line(60),
  lastName: line(60),
  email: emailAddress,
  country: line(60),
})
export type UpdateProfileInput = z.infer<typeof updateProfileInput>

/** `email` stays until the link mailed to `pendingEmail` is opened. */
export const editableUser = user.extend({ pendingEmail: z.string().nullable() })
export type EditableUser = z.infer<typeof editableUser>

export const userStats = user.pick({ totalEarnings: true, thisMonthEarnings: true, rating: true })

/**
 * The thresholds of SPEC §9: the first three count completed surveys and are earned when reached, the last counts points
 * ever earned and is earned when exceeded.
 */
export const ACHIEVEMENTS = {
  'first-survey': 1,
  'survey-rookie': 5,
  'survey-expert': 20,
  'top-earner': 5000,
} as const

export const achievement = z.object({
  id: z.enum(['first-survey', 'survey-rookie', 'survey-expert', 'top-earner']),
  threshold: z.number(),
  current: z.number(),
  isEarned: z.boolean(),
})
export type Achievement = z.infer<typeof achievement>

/** The items of a complete profile, all weighted equally. */
export const PROFILE_ITEMS = ['firstName', 'lastName', 'email', 'country', 'emailVerified'] as const

export const profileCompletion = z.object({
  percent: z.int().min(0).max(100),
  missing: z.array(z.enum(PROFILE_ITEMS)),
})
export type ProfileCompletion = z.infer<typeof profileCompletion>

export const RECENT_ACTIVITIES = 5

/** A started survey, or a posting with its kind; a completed survey is the posting `survey`. */
export const activity = z.object({
  kind: z.enum(['survey-started', ...POSTING_KINDS]),
  description: z.string(),
  /** Change of the available points; 0 if none moved. */
  points: z.int(),
  createdAt: timestamp,
})
export type Activity = z.infer<typeof activity>

export const profile = z.object({
  user: editableUser,
  /** Null unless the member is premium now. */
  premiumUntil: timestamp.nullable(),
  stats: userStats,
  achievements: z.array(achievement),
  recentActivity: z.array(activity),
  completion: profileCompletion,
  /** The profile's own value of points: points ever earned × `profileKesPerPoint` (docs/decisions/0001). */
  earningsKes: z.number(),
})
export type Profile = z.infer<typeof profile>
