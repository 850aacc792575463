import * as z from 'zod'
import { id, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { surveyQuestion } from './surveys.ts'

/** What can be wrong with the answers to a survey. `quality-score.ts` says what each does to the reward. */
export const QUALITY_FLAGS = [
  /** Less time than reading the questions and answering them takes. */
  'too-fast',
  /** Less than a third of what others took for the same version. */
  'faster-than-others',
  /** The survey was never sent to the member: there is nothing to measure from. */
  'not-opened',
  /** A question that names its right answer was answered differently. */
  'attention-check',
  /** Answers that its author says cannot both be true. */
  'contradiction',
  /** The same rating, or the same place among the choices, all along. */
  'straight-line',
  /** An open answer in the words of several other members. */
  'same-as-others',
  /** One open answer, given again to other questions or surveys. */
  'same-as-own',
  /** Several surveys in less time than they take one after the other. */
  'pace',
  /** An open answer of one character, or of a run along the keyboard. */
  'nonsense',
  /** Several surveys of the last day had a flag already. */
  'repeated',
] as const
export const qualityFlag = z.enum(QUALITY_FLAGS)
export type QualityFlag = z.infer<typeof qualityFlag>

/** What a flag is based on. */
export const qualitySign = z.object({
  flag: qualityFlag,
  /** The ids of the questions whose answers raised it. */
  questionIds: z.array(z.int()).optional(),
  /** What the others took: the median in seconds, and how many they are. */
  others: z.object({ medianSeconds: z.int(), count: z.int() }).optional(),
  /** Why answers contradict each other, in the author's words. */
  notes: z.array(z.string()).optional(),
})
export type QualitySign = z.infer<typeof qualitySign>

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
  /** What the flags add up to, of 100. From 50 on a reward is held. */
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
  /** The `id` of the previous page's last row. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
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

export const acceptSurveyReviewsInput = z.strictObject({ ids: z.array(id).min(1).max(100) })
export type AcceptSurveyReviewsInput = z.infer<typeof acceptSurveyReviewsInput>

/** What became of each. Only doubtful surveys are accepted together: nothing is paid by it. */
export const acceptedSurveyReviews = z.object({
  acceptedCount: z.int(),
  results: z.array(z.object({ id: z.uuid(), outcome: z.enum(['accepted', 'decided', 'own', 'unknown-id']) })),
})
export type AcceptedSurveyReviews = z.infer<typeof acceptedSurveyReviews>
