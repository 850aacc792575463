import * as z from 'zod'
import { id } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'

/** The effect of a reward. `pointsEarned` may be 0: the wheel has segments without points. */
const earned = z.object({ pointsEarned: z.int(), availablePoints: z.int() })

export const dailyLoginResult = earned.extend({
  /** Consecutive days, including today. */
  streak: z.int(),
})
export type DailyLoginResult = z.infer<typeof dailyLoginResult>

export const wheel = z.object({
  canSpin: z.boolean(),
  /** The wheel's segments, in order. */
  segments: z.array(z.int()),
  /** The chance of each segment in per cent, from the table that the server draws from. */
  chancePercents: z.array(z.number()),
  /** Today's win; null before the spin. */
  pointsWon: z.int().nullable(),
  /** When the next business day begins. */
  opensAgainAt: timestamp,
})
export type Wheel = z.infer<typeof wheel>

export const spinResult = z.object({
  pointsWon: z.int(),
  message: z.string(),
  /** The index in `segments` where the wheel stops. */
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
  /** The points for a right answer. */
  points: z.int(),
  /** Null until the member has submitted their answers. */
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
  /** The result of today's quiz, once submitted. */
  result: z.object({ correct: z.int(), total: z.int(), pointsEarned: z.int() }).nullable(),
  opensAgainAt: timestamp,
})
export type Quiz = z.infer<typeof quiz>

/** More than any quiz has questions. */
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
  /** The maximum that one of them pays; null if each names its own points. */
  upToPoints: z.int().nullable(),
  isPremium: z.boolean(),
})
export type Opportunity = z.infer<typeof opportunity>

/** Enhanced user stats (SPEC §3): counts are for the current business day. */
export const todayStats = z.object({
  points: z.int(),
  /** Can be claimed. */
  dailyLoginBonus: z.boolean(),
  dailyLoginPoints: z.int(),
  videosWatched: z.int(),
  adsClicked: z.int(),
  canTakeQuiz: z.boolean(),
  canSpin: z.boolean(),
  /** Consecutive days with a daily login, up to today or yesterday. */
  streak: z.int(),
  earnedToday: z.int(),
  /** 0: no goal. */
  dailyGoalPoints: z.int(),
  opportunities: z.array(opportunity),
  opensAgainAt: timestamp,
})
export type TodayStats = z.infer<typeof todayStats>
