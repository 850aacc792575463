import * as z from 'zod'
import { id } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'

/** What a reward changed. `pointsEarned` may be 0: a wheel can show nothing. */
const earned = z.object({ pointsEarned: z.int(), availablePoints: z.int() })

export const dailyLoginResult = earned.extend({
  /** Days in a row, today included. */
  streak: z.int(),
})
export type DailyLoginResult = z.infer<typeof dailyLoginResult>

export const wheel = z.object({
  canSpin: z.boolean(),
  /** What stands on the wheel, in order. How likely each is, only the server knows. */
  segments: z.array(z.int()),
  /** What today's spin won, once it was spun. */
  pointsWon: z.int().nullable(),
  /** When the next business day begins. */
  opensAgainAt: timestamp,
})
export type Wheel = z.infer<typeof wheel>

export const spinResult = z.object({
  pointsWon: z.int(),
  message: z.string(),
  /** Where in `segments` the wheel stops. */
  segment: z.int(),
  availablePoints: z.int(),
})
export type SpinResult = z.infer<typeof spinResult>

export const quizOptionKey = z.enum(['A', 'B', 'C', 'D'])
export type QuizOptionKey = z.infer<typeof quizOptionKey>

export const quizQuestion = z.object({
  id: z.uuid(),
  question: z.string(),
  optionA: z.string(),
  optionB: z.string(),
  optionC: z.string(),
  optionD: z.string(),
  /** What a right answer pays. */
  points: z.int(),
  /** Only once the member has handed in his answers. */
  correctAnswer: quizOptionKey.nullable(),
  yourAnswer: quizOptionKey.nullable(),
})
export type QuizQuestion = z.infer<typeof quizQuestion>

export const quizResult = earned.extend({
  correct: z.int(),
  total: z.int(),
  questions: z.array(quizQuestion),
})
export type QuizResult = z.infer<typeof quizResult>

export const quiz = z.object({
  canTakeQuiz: z.boolean(),
  questions: z.array(quizQuestion),
  /** Of today's quiz, once it was handed in. */
  result: z.object({ correct: z.int(), total: z.int(), pointsEarned: z.int() }).nullable(),
  opensAgainAt: timestamp,
})
export type Quiz = z.infer<typeof quiz>

/** More than any day's quiz asks. */
const MOST_ANSWERS = 20

export const submitQuizInput = z.strictObject({
  /** By question id. */
  answers: z
    .record(id, quizOptionKey)
    .refine(
      (answers) => Object.keys(answers).length <= MOST_ANSWERS,
      refuse('TOO_MANY', { max: MOST_ANSWERS }),
    ),
})
export type SubmitQuizInput = z.infer<typeof submitQuizInput>

/** How much of one way to earn is left today. */
const opportunity = z.object({
  kind: z.enum(['survey', 'daily-login', 'spin', 'quiz', 'video', 'ad', 'social', 'micro-job']),
  open: z.int(),
  done: z.int(),
  /** The most that one of them pays; null where each says for itself. */
  upToPoints: z.int().nullable(),
  isPremium: z.boolean(),
})
export type Opportunity = z.infer<typeof opportunity>

/** SPEC §3, enhanced user stats: counts are of this business day. */
export const todayStats = z.object({
  points: z.int(),
  /** Can be claimed. */
  dailyLoginBonus: z.boolean(),
  dailyLoginPoints: z.int(),
  videosWatched: z.int(),
  adsClicked: z.int(),
  canTakeQuiz: z.boolean(),
  canSpin: z.boolean(),
  /** Days in a row with a daily login, up to today or yesterday. */
  streak: z.int(),
  earnedToday: z.int(),
  /** 0: the operator set none. */
  dailyGoalPoints: z.int(),
  opportunities: z.array(opportunity),
  opensAgainAt: timestamp,
})
export type TodayStats = z.infer<typeof todayStats>
