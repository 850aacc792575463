import * as z from 'zod'
import { id, pageOf, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'

/** A pause of a member's payouts, as the member sees it. Earning and balance are not affected. */
export const payoutPause = z.object({
  id: z.uuid(),
  reason: z.string(),
  pausedAt: timestamp,
  /** The member's appeal: one for each pause. */
  appeal: z.string().nullable(),
  appealedAt: timestamp.nullable(),
  appealAnswer: z.string().nullable(),
  answeredAt: timestamp.nullable(),
  liftReason: z.string().nullable(),
  /** Null: the pause is in force. */
  liftedAt: timestamp.nullable(),
})
export type PayoutPause = z.infer<typeof payoutPause>

export const appealPayoutPauseInput = z.strictObject({
  appeal: prose(1000).pipe(z.string().min(10, refuse('APPEAL_TOO_SHORT'))),
  id,
})
export type AppealPayoutPauseInput = z.infer<typeof appealPayoutPauseInput>

/** A pause as staff see it. */
export const adminPayoutPause = payoutPause.extend({
  userId: z.uuid(),
  userName: z.string(),
  userEmail: z.string(),
  pausedBy: z.string(),
  answeredBy: z.string().nullable(),
  liftedBy: z.string().nullable(),
})
export type AdminPayoutPause = z.infer<typeof adminPayoutPause>

/** `appealed`: waits for our answer. */
const PAUSE_STATES = ['open', 'appealed', 'lifted'] as const

export const listPayoutPausesInput = z.strictObject({
  memberId: id.optional(),
  state: z.enum(PAUSE_STATES).optional(),
  ...pageOf(50),
})
export type ListPayoutPausesInput = z.infer<typeof listPayoutPausesInput>

/** The member reads it. */
const reason = prose(500).pipe(z.string().min(1, refuse('REASON_FOR_MEMBER')))

export const pausePayoutsInput = z.strictObject({ reason, memberId: id })
export type PausePayoutsInput = z.infer<typeof pausePayoutsInput>

export const answerAppealInput = z.strictObject({
  answer: prose(1000).pipe(z.string().min(1, refuse('ANSWER_FOR_MEMBER'))),
  /** Whether the answer ends the pause. */
  isLifted: z.boolean(),
  id,
})
export type AnswerAppealInput = z.infer<typeof answerAppealInput>
