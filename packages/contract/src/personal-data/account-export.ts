import * as z from 'zod'
import { accountChange, chosenSettings } from '../account/account.ts'
import { answeredTerms } from '../account/terms.ts'
import { linkPurpose } from '../auth/auth.ts'
import { timestamp } from '../fields.ts'
import { CORRECTION_KINDS, RETURN_CAUSES } from '../payouts/destinations.ts'
import { payoutPause } from '../payouts/payout-pause.ts'
import { premiumPayment } from '../premium/premium.ts'
import { exportedProfileAnswer, exportedProfileChange, exportedProfileChoice } from '../profile/profile.ts'
import { answerValue } from '../surveys/answers.ts'
import { attemptStatus, surveyQuestion } from '../surveys/surveys.ts'
import { quizOptionKey } from '../tasks/games.ts'
import { destinationProof } from '../wallet/destination-codes.ts'
import { hold } from '../wallet/holds.ts'
import {
  balance,
  payoutDetails,
  pointsTransaction,
  WITHDRAWAL_METHODS,
  withdrawal,
} from '../wallet/wallet.ts'

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
const earningExport = {
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
  profileChoice: exportedProfileChoice.nullable(),
  profileChanges: z.array(exportedProfileChange),
  /** The member's invite code; null until they asked for one. */
  referralCode: maybeText,
  referrals: z.array(referral),
}

/** A survey in a member's data export. */
const takenSurvey = z.object({
  title: z.string(),
  status: attemptStatus,
  rewardPoints: z.int(),
  startedAt: timestamp,
  completedAt: timestamp.nullable(),
  claimedCompletedAt: timestamp.nullable(),
  questions: z.array(surveyQuestion),
  /** What their profile said as they completed it, by which answers are counted in groups. */
  traits: z.array(z.string()),
  /** What it was started on: phone, tablet or desktop. */
  device: maybeText,
  answers: z.array(z.object({ questionId: z.int(), answer: answerValue, answeredAt: timestamp })),
})

const account = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  country: z.string(),
  createdAt: at,
  emailVerifiedAt: maybeAt,
  premiumUntil: maybeAt,
  adminRole: z.string().nullable(),
  suspendedAt: maybeAt,
  suspensionReason: z.string().nullable(),
  deletionDueAt: maybeAt,
})

const session = z.object({
  createdAt: at,
  lastSeenAt: at,
  expiresAt: at,
  revokedAt: maybeAt,
  passwordResetUntil: maybeAt,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
})

const passkey = z.object({ name: z.string(), createdAt: at, lastUsedAt: maybeAt })

const link = z.object({
  purpose: linkPurpose,
  createdAt: at,
  mailedAt: maybeAt,
  expiresAt: at,
  usedAt: maybeAt,
})

const emailMove = z.object({
  fromEmail: z.string(),
  toEmail: z.string(),
  requestedAt: at,
  movedAt: at,
  undoUntil: at,
  undoneAt: maybeAt,
})

const payoutAttempt = z.object({
  attemptNo: z.int(),
  provider: z.string(),
  state: z.string(),
  amountKes: z.int(),
  mpesaNumber: z.string(),
  receipt: z.string().nullable(),
  createdAt: at,
  settledAt: maybeAt,
})

const premiumGrant = z.object({
  kind: z.enum(['staff', 'payment', 'end']),
  months: z.int(),
  premiumUntil: at,
  reason: z.string(),
  createdAt: at,
})

const mail = z.object({
  to: z.string(),
  subject: z.string(),
  /** Set where mail is stored instead of sent. Anything that opens an account is masked. */
  text: z.string().nullable(),
  state: z.string(),
  createdAt: at,
})

const contactMessage = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.string(),
  createdAt: at,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Our answers. */
  replies: z.array(z.object({ recipient: z.string(), subject: z.string(), text: z.string(), repliedAt: at })),
})

/** A decision about the member. `by` says only whether it was staff, a script, the system or the member. */
const decision = z.object({
  at,
  by: z.enum(['you', 'staff', 'system']),
  action: z.string(),
  subject: z.string(),
  reason: z.string().nullable(),
})

/** Everything that we store about one member. Lists are chronological, oldest first. */
export const accountExport = z.object({
  exportedAt: at,
  /** The business day of the export, YYYY-MM-DD. */
  exportedOn: z.string(),
  account,
  /** The member's earlier addresses. */
  formerEmails: z.array(z.object({ email: z.string(), leftAt: at })),
  settings: chosenSettings,
  /** The versions of our terms that the member has seen or accepted. */
  terms: z.array(answeredTerms),
  sessions: z.array(session),
  passkeys: z.array(passkey),
  links: z.array(link),
  securityEvents: z.array(accountChange.omit({ id: true })),
  emailMoves: z.array(emailMove),
  surveys: z.array(takenSurvey),
  balance,
  /** Corrections by staff of the member's points and total, with reasons. */
  corrections: z.array(
    z.object({
      totalBefore: z.number(),
      totalAfter: z.number(),
      pointsBefore: z.int(),
      pointsAfter: z.int(),
      reason: z.string(),
      createdAt: at,
    }),
  ),
  earningDays: z.array(z.object({ day: z.string(), points: z.int() })),
  /** Every posting, in the order of its number, from 1. */
  ledger: z.array(pointsTransaction),
  withdrawals: z.array(withdrawal.omit({ holds: true }).extend({ attempts: z.array(payoutAttempt) })),
  /** What delayed a withdrawal or a survey's reward, over or not. */
  holds: z.array(
    hold.extend({
      subject: z.enum(['withdrawal', 'survey']),
      subjectId: z.uuid(),
      endedAt: maybeAt,
      endReason: z.string().nullable(),
    }),
  ),
  /** Null if they never gave any. */
  taxDetails: z.object({ residence: z.string(), pin: z.string().nullable(), changedAt: at }).nullable(),
  /** What the tax of a payment was calculated from. */
  taxParts: z.array(
    z.object({
      withdrawalId: z.uuid(),
      day: z.string(),
      earnings: z.string(),
      residence: z.string(),
      points: z.int(),
      percent: z.number(),
      taxKes: z.int(),
    }),
  ),
  /** Tax withheld from the member's payments. */
  withholding: z.array(
    z.object({
      withdrawalId: z.uuid(),
      day: z.string(),
      baseKes: z.int(),
      percent: z.number(),
      taxKes: z.int(),
    }),
  ),
  /** Payments that came back, arrived late or arrived twice. `points`: what the member got, or owes if negative. */
  payoutCorrections: z.array(
    z.object({
      withdrawalId: z.uuid(),
      kind: z.enum(CORRECTION_KINDS),
      cause: z.enum(RETURN_CAUSES).nullable(),
      receipt: z.string().nullable(),
      points: z.int(),
      amountKes: z.int(),
      bookedAt: timestamp,
    }),
  ),
  /** What a bank was ordered to pay, and what it said. */
  bankPayments: z.array(
    z.object({
      withdrawalId: z.uuid(),
      reference: z.string(),
      amountKes: z.int(),
      outcome: z.enum(['paid', 'failed', 'cancelled']).nullable(),
      bankReference: z.string().nullable(),
      reason: z.string().nullable(),
      settledAt: maybeAt,
    }),
  ),
  destinations: z.array(
    z.object({
      method: z.enum(WITHDRAWAL_METHODS),
      /** Null if it cannot be opened. */
      value: z.string().nullable(),
      namedAt: at,
      provenAt: at.nullable(),
      provenBy: destinationProof.nullable(),
      paidAt: at.nullable(),
    }),
  ),
  payoutDetails: z.array(payoutDetails),
  /** First names of those with whom the member says they share a phone. */
  sharedPhone: z.array(z.string()).default([]),
  payoutPauses: z.array(payoutPause),
  premium: z.object({ grants: z.array(premiumGrant), payments: z.array(premiumPayment) }),
  /** What was texted is not stored. */
  texts: z.array(z.object({ kind: z.string(), state: z.string(), createdAt: at })),
  /** The newest request for a code that proves a number. */
  destinationCodes: z.array(
    z.object({ number: z.string(), requestedAt: at, expiresAt: at, usedAt: maybeAt }),
  ),
  mails: z.array(mail),
  contactMessages: z.array(contactMessage),
  decisions: z.array(decision),
  /** Notes by staff about the member. */
  notes: z.array(z.object({ note: z.string(), createdAt: at })),
  ...earningExport,
})
export type AccountExport = z.infer<typeof accountExport>
