import * as z from 'zod'
import { id, prose } from '../fields.ts'
import { timestamp } from '../timestamp.ts'

export const SURVEY_CATEGORIES = [
  'market-research',
  'product-feedback',
  'consumer-behavior',
  'brand-awareness',
  'healthcare',
  'technology',
  'lifestyle',
  'finance',
] as const
export type SurveyCategory = (typeof SURVEY_CATEGORIES)[number]

/** The optional comment every built survey ends with (SPEC §5). */
export const COMMENT_QUESTION_ID = 99

export const surveyQuestion = z.object({
  id: z.int().min(1).max(999),
  type: z.enum(['multiple-choice', 'rating', 'text', 'yes-no']),
  question: z.string(),
  /** Choices of a multiple-choice question; empty for the other types. */
  options: z.array(z.string()),
  required: z.boolean(),
})
/** As it is stored. `expected` makes it an attention check; it never leaves the server. */
export type SurveyQuestion = z.infer<typeof surveyQuestion> & { expected?: string | undefined }

/** A rating is 1 to 5; `yes` or `no`; one of the options; or free text. Which of them, the question decides. */
export const answerValueInput = z.union([z.int().min(1).max(5), prose(2000)])
export type AnswerValue = z.infer<typeof answerValueInput>

const answersById = z.record(z.string().regex(/^[1-9]\d{0,2}$/), answerValueInput)
const answers = z.preprocess((value: z.input<typeof answersById>, ctx) => {
  // A record passes over this one key in silence; it is no more a question than any other word.
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')) {
    ctx.addIssue({ code: 'custom', path: ['__proto__'] })
  }
  return value
}, answersById)

export const attemptStatus = z.enum(['started', 'in_progress', 'completed', 'screened_out', 'expired'])
export type AttemptStatus = z.infer<typeof attemptStatus>

/** questions: ours, answered here · external: a partner's page, which confirms · instant: done as soon as it is begun. */
export const surveyKind = z.enum(['questions', 'external', 'instant'])
export type SurveyKind = z.infer<typeof surveyKind>

export const survey = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  /** The offer's payout in USD. */
  reward: z.number(),
  /** What the member gets for it. */
  rewardPoints: z.int(),
  /** Minutes. */
  duration: z.int(),
  category: z.string(),
  country: z.string(),
  rating: z.number(),
  estimatedTime: z.string(),
  questionCount: z.int(),
  isActive: z.boolean(),
  kind: surveyKind,
  /** The caller's own attempt, if he has one. */
  status: attemptStatus.nullable(),
})
export type Survey = z.infer<typeof survey>

export const surveyDetail = survey.extend({
  questions: z.array(surveyQuestion),
  /** Answers kept so far, by question id. */
  answers: z.record(z.string(), z.union([z.int(), z.string()])),
})
export type SurveyDetail = z.infer<typeof surveyDetail>

export const userSurvey = z.object({
  id: z.uuid(),
  surveyId: z.uuid(),
  status: attemptStatus,
  title: z.string(),
  /** Points promised when the survey was started. */
  reward: z.int(),
  createdAt: timestamp,
  kind: surveyKind,
  /** Why it ended without points: what the partner said. */
  screenOutReason: z.string().nullable(),
})
export type UserSurvey = z.infer<typeof userSurvey>

/** A survey that was just begun. `externalUrl` is to be opened in a new tab; the id in it is this click's alone. */
export const startedSurvey = userSurvey.extend({ externalUrl: z.string().optional() })
export type StartedSurvey = z.infer<typeof startedSurvey>

export const surveyIdInput = z.strictObject({ surveyId: id })
export const attemptIdInput = z.strictObject({ id })

export const saveAnswerInput = z.strictObject({
  questionId: z.int().min(1).max(999),
  answer: answerValueInput,
  surveyId: id,
})
export type SaveAnswerInput = z.infer<typeof saveAnswerInput>

/** `completedAt` is what the browser's clock said. It is stored, never trusted. */
export const completeSurveyInput = z.strictObject({
  answers: answers.default({}),
  completedAt: z.iso.datetime({ offset: true }).optional(),
  surveyId: id,
})
export type CompleteSurveyInput = z.infer<typeof completeSurveyInput>

export const completedSurvey = z.object({
  pointsEarned: z.int(),
  /** KES, at the rate of the wallet. */
  earnedAmount: z.int(),
  availablePoints: z.int(),
})
export type CompletedSurvey = z.infer<typeof completedSurvey>
