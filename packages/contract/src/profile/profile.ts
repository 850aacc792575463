import * as z from 'zod'
import { id, timestamp } from '../fields.ts'
import { ATTRIBUTE_KEYS, PROFILE_GROUPS } from './profile-attributes.ts'

/** The version of what members agree to when they answer. */
export const PROFILE_CONSENT_VERSION = 3
/** Since this one they agree to statistics by group. */
export const STATISTICS_CONSENT_VERSION = 2
/** Since this one they agree that what they told stands beside their answers in files, without their name. */
export const FILES_CONSENT_VERSION = 3
/** The version of what members agree to when they share answers with partners. */
export const PROFILE_SHARING_VERSION = 1
/** The version of what members agree to when files may link their answers to the surveys of a series. */
export const LINKING_VERSION = 1

/** Where a member answered: a group of questions, a single one on the dashboard, or the list of their answers. */
export const PROFILE_SOURCES = ['survey', 'question', 'page'] as const
export type ProfileSource = (typeof PROFILE_SOURCES)[number]

export const profileAttribute = z.enum(ATTRIBUTE_KEYS)
const profileGroup = z.enum(PROFILE_GROUPS)
const codes = z.array(z.string().max(40)).min(1).max(50)
/** Nothing is stored without it. */
const isConsented = z.literal(true)

/** What a member's data export says of their profile. */
export const exportedProfileAnswer = z.object({
  attribute: z.string(),
  codes: z.array(z.string()),
  answeredAt: timestamp,
  expiresAt: timestamp,
  consentVersion: z.int(),
  source: z.enum(PROFILE_SOURCES),
})

export const exportedProfileChoice = z.object({
  /** Since when answers are shared with partners. */
  sharedAt: timestamp.nullable(),
  /** Since when answers to the surveys of a series may be linked. */
  linkedAt: timestamp.nullable(),
  /** The business day of the latest single question. */
  promptedOn: z.string().nullable(),
  dismissed: z.array(z.string()),
})
/** Unlikely changes of lasting answers, and withdrawals of them. */
export const exportedProfileChange = z.object({
  attribute: z.string(),
  kind: z.enum(['changed', 'withdrawn']),
  at: timestamp,
})

const profileAnswer = z.object({
  attribute: profileAttribute,
  codes: z.array(z.string()),
  answeredAt: timestamp,
  /** From then on it does not count, and the member is asked again. */
  expiresAt: timestamp,
})
export type ProfileAnswer = z.infer<typeof profileAnswer>

export const profileOverview = z.object({
  answers: z.array(profileAnswer),
  groups: z.array(
    z.object({
      id: profileGroup,
      /** Every question has an answer that counts, or the member would rather not say. */
      isAnswered: z.boolean(),
      /** What answering it pays now: 0 if it was paid this year. */
      points: z.int(),
    }),
  ),
  /** Null: the member does not share answers with partners. */
  sharedSince: timestamp.nullable(),
  /** Null: files do not link the member's answers to the surveys of a series. */
  linkedSince: timestamp.nullable(),
})
export type ProfileOverview = z.infer<typeof profileOverview>

/** Every question of the group has to be answered; `prefer_not` is an answer. */
export const answerProfileGroupInput = z.strictObject({
  group: profileGroup,
  answers: z.partialRecord(profileAttribute, codes),
  isConsented,
})
export type AnswerProfileGroupInput = z.infer<typeof answerProfileGroupInput>

export const answeredProfileGroup = z.object({ pointsEarned: z.int(), overview: profileOverview })

export const saveProfileAnswerInput = z.strictObject({
  attribute: profileAttribute,
  codes,
  isConsented,
  source: z.enum(['question', 'page']).default('page'),
})
export type SaveProfileAnswerInput = z.infer<typeof saveProfileAnswerInput>

export const profileAttributeInput = z.strictObject({ attribute: profileAttribute })
export type ProfileAttributeInput = z.infer<typeof profileAttributeInput>

/** The one question of the day; null when there is none. */
export const profileQuestion = z.object({ attribute: profileAttribute.nullable() })

/** Omitted: as before. */
export const shareProfileInput = z.strictObject({
  isShared: z.boolean().optional(),
  isLinked: z.boolean().optional(),
})
export type ShareProfileInput = z.infer<typeof shareProfileInput>

export const shownProfileInput = z.strictObject({ memberId: id })
/** A member's profile as staff see it. */
export const shownProfile = z.object({
  answers: z.array(profileAnswer),
  /** When a year of birth or a sex changed in a way that is hardly possible. */
  changes: z.array(z.object({ attribute: profileAttribute, at: timestamp })),
})
