import * as z from 'zod'
import { id, pageOf, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { qualityFlag, surveyQuestion } from './surveys.ts'

/** What a flag is based on. */
export const qualitySign = z.object({
  flag: qualityFlag,
  /** What it adds to the score. */
  points: z.int(),
  /** What was measured, in seconds, rows, members or surveys, and the limit of it. */
  measured: z.number().optional(),
  limit: z.number().optional(),
  /** The ids of the questions whose answers raised it. */
  questionIds: z.array(z.int()).optional(),
  /** What the others took: the median in seconds, and how many they are. */
  others: z.object({ medianSeconds: z.int(), count: z.int() }).optional(),
  /** Why answers contradict each other, in the author's words. */
  notes: z.array(z.string()).optional(),
})
export type QualitySign = z.infer<typeof qualitySign>

/** An automatic decision stands after this. Until then staff may reject what was paid, and the points are taken back. */
export const RETURN_DAYS = 30

/**
 * doubtful: paid at once, and delays a withdrawal · held: not paid yet · paid: nothing is in doubt any more · rejected: not paid ·
 * appealed: rejected, and the member asked for another decision.
 */
const REVIEW_STATES = ['doubtful', 'held', 'paid', 'rejected', 'appealed'] as const
export const reviewState = z.enum(REVIEW_STATES)
export type ReviewState = z.infer<typeof reviewState>

export const appealSurveyInput = z.strictObject({
  appeal: prose(1000).pipe(z.string().min(10, refuse('APPEAL_TOO_SHORT'))),
  /** The started survey's id. */
  id,
})
export type AppealSurveyInput = z.infer<typeof appealSurveyInput>

/** A reviewed survey as staff see it. */
export const adminSurveyReview = z.object({
  id: z.uuid(),
  surveyId: z.uuid(),
  title: z.string(),
  userId: z.uuid(),
  userName: z.string(),
  userEmail: z.string(),
  state: reviewState,
  flags: z.array(qualityFlag),
  /** What the signs add up to, of 100. From 50 on a reward is held. */
  score: z.int(),
  signs: z.array(qualitySign),
  points: z.int(),
  /** By the server's clock. Null: the survey was never sent to the member. */
  takenSeconds: z.int().nullable(),
  minimumSeconds: z.int(),
  openedAt: timestamp,
  /** When it is paid, or the doubt ends, unless somebody decides sooner. */
  until: timestamp,
  /** Kept for longer, once. */
  keptAt: timestamp.nullable(),
  keptBy: z.string().nullable(),
  keepReason: z.string().nullable(),
  /** Why it was rejected, for the member. */
  reason: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  decidedBy: z.string().nullable(),
  /** Paid without anyone's decision: until then staff may reject it. Null: no more, or not paid. */
  returnableUntil: timestamp.nullable(),
  appeal: z.string().nullable(),
  appealedAt: timestamp.nullable(),
  appealAnswer: z.string().nullable(),
  answeredAt: timestamp.nullable(),
  answeredBy: z.string().nullable(),
  /** The member's other surveys: completed, with flags, and rejected. */
  completedBefore: z.int(),
  flaggedBefore: z.int(),
  rejectedBefore: z.int(),
})
export type AdminSurveyReview = z.infer<typeof adminSurveyReview>

/** With the answers. `expected`: the right answer of an attention check. */
export const surveyReviewDetail = adminSurveyReview.extend({
  answers: z.array(
    surveyQuestion
      .pick({ id: true, type: true, question: true })
      .extend({ answer: z.union([z.number(), z.string()]).nullable(), expected: z.string().nullable() }),
  ),
})
export type SurveyReviewDetail = z.infer<typeof surveyReviewDetail>

export const listSurveyReviewsInput = z.strictObject({
  state: reviewState.optional(),
  ...pageOf(50),
})
export type ListSurveyReviewsInput = z.infer<typeof listSurveyReviewsInput>

export const surveyReviewIdInput = z.strictObject({ id })

/** `held` keeps a held reward once for longer. The member reads `reason`, except when the reward is paid without an appeal. */
export const decideSurveyReviewInput = z.strictObject({
  decision: z.enum(['paid', 'held', 'rejected']),
  reason: prose(500).default(''),
  id,
})
export type DecideSurveyReviewInput = z.infer<typeof decideSurveyReviewInput>

const reviewIds = z.array(id).min(1).max(100)
export const acceptSurveyReviewsInput = z.strictObject({ ids: reviewIds })
export type AcceptSurveyReviewsInput = z.infer<typeof acceptSurveyReviewsInput>

/** The members read `reason`. */
export const rejectSurveyReviewsInput = z.strictObject({
  ids: reviewIds,
  reason: prose(500).pipe(z.string().min(1)),
})
export type RejectSurveyReviewsInput = z.infer<typeof rejectSurveyReviewsInput>

/** What became of each. */
const outcomeOf = <const Done extends string>(done: Done) =>
  z.object({
    id: z.uuid(),
    /** decided: nothing was changed · needs-approval: a second person has to agree · own: the caller's own survey. */
    outcome: z.enum([done, 'decided', 'needs-approval', 'own', 'unknown-id']),
  })

/** Only doubtful surveys are accepted together: nothing is paid by it. */
export const acceptedSurveyReviews = z.object({
  acceptedCount: z.int(),
  results: z.array(outcomeOf('accepted')),
})
export type AcceptedSurveyReviews = z.infer<typeof acceptedSurveyReviews>

export const rejectedSurveyReviews = z.object({
  rejectedCount: z.int(),
  results: z.array(outcomeOf('rejected')),
})
export type RejectedSurveyReviews = z.infer<typeof rejectedSurveyReviews>
