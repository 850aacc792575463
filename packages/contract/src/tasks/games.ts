import * as z from 'zod'
import { id, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { PAID_TASK_KINDS } from './task-kinds.ts'

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

export const quiz = z.object({
  canTakeQuiz: z.boolean(),
  questions: z.array(quizQuestion),
  /** The result of today's quiz, once submitted. */
  result: z.object({ correct: z.int(), total: z.int(), pointsEarned: z.int() }).nullable(),
  opensAgainAt: timestamp,
})
export type Quiz = z.infer<typeof quiz>

/** More than any quiz has questions. */
const MAX_ANSWERS = 20

export const submitQuizInput = z.strictObject({
  /** By question id. */
  answers: z
    .record(id, quizOptionKey)
    .refine(
      (answers) => Object.keys(answers).length <= MAX_ANSWERS,
      refuse('TOO_MANY', { max: MAX_ANSWERS }),
    ),
})
export type SubmitQuizInput = z.infer<typeof submitQuizInput>

/** How much of one way to earn is left today. */
const opportunity = z.object({
  kind: z.enum(['survey', 'daily-login', 'spin', 'quiz', ...PAID_TASK_KINDS]),
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

const usage = z.object({ spins: z.int(), points: z.int() })

/** The games for staff. For the wheel also what members do not see: the weight of each segment and the cost. */
export const adminGames = z.object({
  /** The economy record's version. A change has to name it, so that no newer change is overwritten. */
  economyVersion: z.int(),
  kesPerPoint: z.int(),
  premiumKesPerMonth: z.int(),
  wheel: z.object({
    isOpen: z.boolean(),
    segments: z.array(z.object({ points: z.int(), weight: z.int(), chancePercent: z.number() })),
    expectedPoints: z.number(),
    expectedKes: z.number(),
    /** For a premium member who spins every day of a month of 30 days. */
    perMemberMonthKes: z.number(),
    today: usage,
    /** Today and the previous 29 days. */
    last30Days: usage,
  }),
  quiz: z.object({
    isOpen: z.boolean(),
    pointsPerCorrect: z.int(),
    questionsPerDay: z.int(),
    maxPoints: z.int(),
    activeQuestions: z.int(),
  }),
})
export type AdminGames = z.infer<typeof adminGames>

/** A member spins once a day, so member and day identify a spin. */
const spinId = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:\d{4}-[01]\d-[0-3]\d$/, refuse('NOT_AN_ID'))

export const adminSpin = z.object({
  id: spinId,
  userId: z.uuid(),
  userName: z.string(),
  userEmail: z.string(),
  points: z.int(),
  spunAt: timestamp,
})

export const listSpinsInput = z.strictObject({
  /** The `id` of the previous page's last row. */
  after: spinId.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type ListSpinsInput = z.infer<typeof listSpinsInput>
