import * as z from 'zod'
import { timestamp } from '../timestamp.ts'

/** Where a member answered: a group of questions, a single one on the dashboard, or the list of their answers. */
export const PROFILE_SOURCES = ['survey', 'question', 'page'] as const
export type ProfileSource = (typeof PROFILE_SOURCES)[number]

/** What a member's data export says of their profile. */
export const exportedProfileAnswer = z.object({
  attribute: z.string(),
  codes: z.array(z.string()),
  answeredAt: timestamp,
  expiresAt: timestamp,
  consentVersion: z.int(),
  source: z.enum(PROFILE_SOURCES),
})
