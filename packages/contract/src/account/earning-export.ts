import * as z from 'zod'
import { quizOptionKey } from '../tasks/games.ts'
import { timestamp } from '../timestamp.ts'

const at = timestamp
const maybeAt = timestamp.nullable()
const maybeText = z.string().nullable()

const quiz = z.object({
  day: z.string(),
  openedAt: at,
  submittedAt: maybeAt,
  /** Empty until he has handed in his answers: what is right is no secret from then on. */
  questions: z.array(
    z.object({
      id: z.uuid(),
      question: z.string(),
      options: z.array(z.object({ key: quizOptionKey, text: z.string() })),
      correctAnswer: quizOptionKey,
    }),
  ),
  answers: z.record(z.string(), quizOptionKey).nullable(),
  correct: z.int().nullable(),
  points: z.int().nullable(),
})

const view = z.object({
  title: z.string(),
  kind: z.string(),
  openedAt: at,
  requiredSeconds: z.int(),
  claimedAt: maybeAt,
  voidedAt: maybeAt,
  points: z.int().nullable(),
  claimedTimeSpent: z.number().nullable(),
  day: maybeText,
})

const proof = z.object({
  title: z.string(),
  kind: z.string(),
  proof: z.string(),
  state: z.string(),
  points: z.int(),
  reason: maybeText,
  submittedAt: at,
  decidedAt: maybeAt,
})

const click = z.object({
  title: z.string(),
  points: z.int(),
  /** All that the partner learnt about him. */
  reference: z.string(),
  clickedAt: at,
  address: maybeText,
  userAgent: maybeText,
})

const credit = z.object({
  title: z.string(),
  kind: z.string(),
  points: z.int(),
  state: z.string(),
  createdAt: at,
  releaseAt: at,
  settledAt: maybeAt,
  reason: maybeText,
})

const claim = z.object({
  title: z.string(),
  note: z.string(),
  state: z.string(),
  reason: maybeText,
  points: z.int().nullable(),
  openedAt: at,
  decidedAt: maybeAt,
})

/** Of a friend who came by his link: when, and what it brought; not who it is. */
const referral = z.object({
  joinedAt: at,
  state: z.string(),
  reason: maybeText,
  points: z.int().nullable(),
  settledAt: maybeAt,
})

/** The part of a member's download that is about his ways to earn, beside surveys. */
export const earningExport = {
  dailyLogins: z.array(z.object({ day: z.string(), points: z.int(), streak: z.int(), claimedAt: at })),
  spins: z.array(
    z.object({
      day: z.string(),
      points: z.int(),
      spunAt: at,
      /** How likely each win was. */
      drawnFrom: z.array(z.object({ points: z.int(), weight: z.number() })),
    }),
  ),
  quizzes: z.array(quiz),
  taskViews: z.array(view),
  proofs: z.array(proof),
  clicks: z.array(click),
  partnerCredits: z.array(credit),
  claims: z.array(claim),
  /** By which he invites; null until he asked for one. */
  referralCode: maybeText,
  referrals: z.array(referral),
}
