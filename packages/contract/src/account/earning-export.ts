import * as z from 'zod'
import { exportedProfileAnswer } from '../profile/profile.ts'
import { quizOptionKey } from '../tasks/games.ts'
import { timestamp } from '../timestamp.ts'

const at = timestamp
const maybeAt = timestamp.nullable()
const maybeText = z.string().nullable()

const quiz = z.object({
  day: z.string(),
  openedAt: at,
  submittedAt: maybeAt,
  /** Empty until the answers are submitted: only then the right answers are no longer secret. */
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
  /** All that the partner learnt about the member. */
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

/** A survey whose answers were in doubt: what was found, and what became of its reward. */
const surveyReview = z.object({
  title: z.string(),
  state: z.string(),
  flags: z.array(z.string()),
  points: z.int(),
  takenSeconds: z.int().nullable(),
  minimumSeconds: z.int(),
  openedAt: at,
  until: at,
  keepReason: maybeText,
  reason: maybeText,
  decidedAt: maybeAt,
  appeal: maybeText,
  appealedAt: maybeAt,
  appealAnswer: maybeText,
  answeredAt: maybeAt,
})

/** A friend who signed up with the member's link: when, and the bonus; not who they are. */
const referral = z.object({
  joinedAt: at,
  state: z.string(),
  reason: maybeText,
  points: z.int().nullable(),
  settledAt: maybeAt,
})

/** The part of a member's data export about ways to earn other than surveys, and about the profile. */
export const earningExport = {
  dailyLogins: z.array(z.object({ day: z.string(), points: z.int(), streak: z.int(), claimedAt: at })),
  spins: z.array(
    z.object({
      day: z.string(),
      points: z.int(),
      spunAt: at,
      /** The odds of each win. */
      drawnFrom: z.array(z.object({ points: z.int(), weight: z.number() })),
    }),
  ),
  quizzes: z.array(quiz),
  taskViews: z.array(view),
  proofs: z.array(proof),
  clicks: z.array(click),
  partnerCredits: z.array(credit),
  claims: z.array(claim),
  surveyReviews: z.array(surveyReview),
  /** What the member said about themselves. */
  profile: z.array(exportedProfileAnswer),
  /** The member's invite code; null until they asked for one. */
  referralCode: maybeText,
  referrals: z.array(referral),
}
