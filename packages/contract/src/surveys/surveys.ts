import * as z from 'zod'
import { message } from '../auth/auth.ts'
import { id, timestamp } from '../fields.ts'
import { QUALITY_FLAGS } from './answer-quality.ts'
import { answerValue, answerValueInput } from './answers.ts'
import { EXCLUSIVE_KINDS } from './questionnaire/questions.ts'
import { wordsLanguage } from './questionnaire/words.ts'

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

/** The optional comment at the end of every built survey (SPEC §5). */
export const COMMENT_QUESTION_ID = 99

const plainQuestion = z.object({
  id: z.int().min(1).max(999),
  type: z.enum(['multiple-choice', 'rating', 'text', 'yes-no']),
  question: z.string(),
  /** The choices. Members also read here what a rating, a scale and a yes-no question accept. */
  options: z.array(z.string()),
  required: z.boolean(),
})
/** A question of a survey without a questionnaire, as staff see it. */
export const offerQuestionAnswer = plainQuestion.extend({ expected: z.string().optional() })
export type PlainQuestion = z.infer<typeof offerQuestionAnswer>

const coded = z.object({ code: z.string(), label: z.string() })
export const surveyQuestion = plainQuestion.extend({
  type: z.enum([
    ...plainQuestion.shape.type.options,
    ...(['choices', 'scale', 'number', 'grid', 'note', 'date', 'time', 'date-time', 'ranking'] as const),
  ]),
  /** How to answer it. */
  hint: z.string().optional(),
  /** There are many options, in which members search. */
  search: z.boolean().optional(),
  /** Of `note`: it has to be agreed to. */
  consent: z.boolean().optional(),
  /** The wording that this member reads, if there are several. */
  variant: z.string().optional(),
  /** Of `choices` and `ranking`. none, refused, dont-know: excludes the others · other: needs the member's own words. */
  choices: z.array(coded.extend({ kind: z.enum(['plain', ...EXCLUSIVE_KINDS, 'other']) })).optional(),
  /** Of `choices`: how many have to be chosen, if not only one. */
  least: z.int().optional(),
  /** Of `choices`: how many may be chosen; null is any number. Of `ranking`: how many places there are. */
  most: z.int().nullable().optional(),
  /** Of `scale`. `low` and `high` say what the ends mean. */
  scale: z
    .object({ from: z.int(), to: z.int(), low: z.string().nullable(), high: z.string().nullable() })
    .optional(),
  /** Of `number`. */
  number: z
    .object({
      min: z.number(),
      max: z.number(),
      decimals: z.int(),
      unit: z.string().nullable(),
      /** What may be answered instead of a number. */
      codes: z.array(coded).optional(),
    })
    .optional(),
  /** Of `date`, `time` and `date-time`: the first and the last that may be answered. */
  moment: z.object({ min: z.string().nullable(), max: z.string().nullable() }).optional(),
  /** Of `grid`: one answer for each row, from the same columns. */
  rows: z.array(coded).optional(),
  columns: z.array(coded).optional(),
})
/** A stored question. `expected` makes it an attention check and never leaves the server. */
export type SurveyQuestion = z.infer<typeof surveyQuestion> & { expected?: string | undefined }

export const answersById = z.record(z.string().regex(/^[1-9]\d{0,2}$/), answerValueInput)
const answers = z.preprocess((value: z.input<typeof answersById>, ctx) => {
  // A record silently skips this one key; refuse it like any other unknown question.
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')) {
    ctx.addIssue({ code: 'custom', path: ['__proto__'] })
  }
  return value
}, answersById)

export const attemptStatus = z.enum(['started', 'in_progress', 'completed', 'screened_out', 'expired'])
export type AttemptStatus = z.infer<typeof attemptStatus>

/**
 * questions: answered here · external: a partner's page, whose event confirms it · instant: complete as soon as it
 * starts.
 */
export const surveyKind = z.enum(['questions', 'external', 'instant'])
export type SurveyKind = z.infer<typeof surveyKind>

/** Fewer accepted completes than this say nothing about the length of a survey. */
export const MEASURED_FROM = 10

/** What a survey really takes and pays. */
const fairness = z.object({
  /** The accepted completes that it is measured from. */
  measuredCompletes: z.int(),
  /** The median of accepted completes, in minutes. Null: too few, or a partner asks the questions; `duration` is what is stated. */
  minutes: z.int().nullable(),
  /** How many of a hundred it turns away. Null: too few have ended it. */
  screenOutPercent: z.int().nullable(),
  /** What an hour pays, counting the time of those it turns away. By the stated length while `minutes` is null; null if instant. */
  kesPerHour: z.int().nullable(),
})

export const survey = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  /** The offer's payout in USD. */
  reward: z.number(),
  rewardPoints: z.int(),
  /** The points of a member whom the first questions screen out. Only if there are any. */
  screenOutPoints: z.int().optional(),
  /** Minutes. */
  duration: z.int(),
  fairness,
  category: z.string(),
  country: z.string(),
  /** The mean of the stars that those who were accepted gave, to one decimal; 0 while `ratingCount` is. */
  rating: z.number().min(0).max(5),
  ratingCount: z.int().min(0),
  estimatedTime: z.string(),
  /** Of a questionnaire that has begun: those that are asked and those that may still be. */
  questionCount: z.int(),
  isActive: z.boolean(),
  kind: surveyKind,
  /** The caller's attempt, if there is one. */
  status: attemptStatus.nullable(),
})
export type Survey = z.infer<typeof survey>

const surveySection = z.object({ title: z.string(), questionIds: z.array(z.int()) })

export const surveyDetail = survey.extend({
  /** The member was paid for it with an account that they deleted: there are no points for it. */
  paidBefore: z.boolean().optional(),
  /** Of a questionnaire: those that the answers so far have not ruled out, or with `show=asked` those that they lead to. */
  questions: z.array(surveyQuestion),
  /** Answers saved so far, by question id. */
  answers: z.record(z.string(), answerValue),
  /** Only of a survey with a questionnaire. Answers with another version are refused. */
  version: z.int().optional(),
  languages: z.array(z.string()).optional(),
  /** The titles above questions. */
  sections: z.array(surveySection).optional(),
})
export type SurveyDetail = z.infer<typeof surveyDetail>

export const qualityFlag = z.enum(QUALITY_FLAGS)

/** What became of a reward whose answers we check; the decision and its reasons are for the member. */
export const rewardReview = z.object({
  state: z.enum(['held', 'paid', 'rejected', 'appealed']),
  /** Of a held reward: when it is paid at the latest. */
  until: timestamp,
  /** Why it takes longer than was said at first. */
  keepReason: z.string().nullable(),
  reason: z.string().nullable(),
  /** What was found in answers that were rejected. */
  flags: z.array(qualityFlag),
  /** The reward had been paid, and was taken back. */
  isReturned: z.boolean(),
  /** The member's appeal: one for each rejection. */
  appeal: z.string().nullable(),
  appealAnswer: z.string().nullable(),
})
export type RewardReview = z.infer<typeof rewardReview>

export const userSurvey = z.object({
  id: z.uuid(),
  surveyId: z.uuid(),
  status: attemptStatus,
  title: z.string(),
  /** The points promised at the start. */
  reward: z.int(),
  createdAt: timestamp,
  kind: surveyKind,
  /** Why it ended early: the partner's word, our questionnaire's sentence, or `cell-full` and `outside-quota` by quotas. */
  screenOutReason: z.string().nullable(),
  /** Null: paid without waiting, or not completed. */
  review: rewardReview.nullable(),
  /** Who received my answers, without my name, and the latest day in Kenya on which they did. */
  deliveries: z.array(z.object({ recipient: z.string(), deliveredOn: z.iso.date() })),
})
export type UserSurvey = z.infer<typeof userSurvey>

/** A survey that was just started. Open `externalUrl` in a new tab; the id in it belongs to this click. */
export const startedSurvey = userSurvey
  .omit({ review: true, deliveries: true })
  .extend({ externalUrl: z.string().optional() })
export type StartedSurvey = z.infer<typeof startedSurvey>

/** Of a questionnaire: its texts in one of its languages. Default: the caller's. */
const inLanguage = { language: wordsLanguage.optional() }
/** Of a questionnaire: the version that is answered. */
const ofVersion = { ...inLanguage, version: z.int().min(1).optional() }

export const surveyIdInput = z.strictObject({ surveyId: id })
/** `show`: of a questionnaire, every question that may be asked, or those that are asked by now. Default: `all`. */
const showQuestions = z.enum(['all', 'asked'])
export const readSurveyInput = z.strictObject({ ...inLanguage, show: showQuestions.optional(), surveyId: id })
export type ReadSurveyInput = z.infer<typeof readSurveyInput>
export const attemptIdInput = z.strictObject({ id })

export const saveAnswerInput = z.strictObject({
  questionId: z.int().min(1).max(999),
  answer: answerValueInput,
  ...ofVersion,
  surveyId: id,
})
export type SaveAnswerInput = z.infer<typeof saveAnswerInput>

/** Our first questions decided that this member is not asked the others. */
export const screenedOut = z.object({
  reason: z.string(),
  pointsEarned: z.int(),
  /** KES, at the wallet's rate. */
  earnedAmount: z.int(),
  availablePoints: z.int(),
})
export type ScreenedOut = z.infer<typeof screenedOut>

/** `next` and what follows: only of a survey with a questionnaire. */
export const savedAnswer = message.extend({
  /** The question to ask now; null: complete the survey. */
  next: z.int().nullable().optional(),
  questions: z.array(surveyQuestion).optional(),
  sections: z.array(surveySection).optional(),
  /** Those that are asked and those that may still be. */
  questionCount: z.int().optional(),
  screenedOut: screenedOut.optional(),
})
export type SavedAnswer = z.infer<typeof savedAnswer>

/** Stars. */
export const rateSurveyInput = z.strictObject({ surveyId: id, rating: z.int().min(1).max(5) })

/** `completedAt`: the browser's clock. It is stored but not trusted. */
export const completeSurveyInput = z.strictObject({
  answers: answers.default({}),
  completedAt: z.iso.datetime({ offset: true }).optional(),
  ...ofVersion,
  surveyId: id,
})
export type CompleteSurveyInput = z.infer<typeof completeSurveyInput>

export const completedSurvey = z.object({
  pointsEarned: z.int(),
  /** KES, at the wallet's rate. */
  earnedAmount: z.int(),
  availablePoints: z.int(),
  /** Only while the answers are checked, or when they were rejected: nothing was earned yet. */
  status: rewardReview.shape.state.exclude(['paid']).optional(),
  /** The points that arrive at `arrivesBy` at the latest. */
  heldPoints: z.int().optional(),
  arrivesBy: timestamp.optional(),
  message: z.string().optional(),
  /** No points, because the member was paid for it with an account that they deleted. */
  paidBefore: z.boolean().optional(),
  /** Answers that do not count, by question id: other answers have hidden their questions. */
  ignored: z.array(z.int()).optional(),
  /** The answers ended the survey early; `pointsEarned` is the screen-out reward. */
  screenedOut: screenedOut.pick({ reason: true }).optional(),
})
export type CompletedSurvey = z.infer<typeof completedSurvey>
