import * as z from 'zod'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'

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
    /** The average of a spin. */
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
