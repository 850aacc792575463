import * as z from 'zod'
import { id, identifier, prose } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'

/** A client may dispute this share of its accepted answers, and this many in any case. */
const DISPUTED_PERCENT = 10
const LEAST_DISPUTES = 3

/** How many respondents of a survey may be disputed, of this many accepted answers. */
export const mostDisputes = (accepted: number): number =>
  Math.max(LEAST_DISPUTES, Math.floor((accepted * DISPUTED_PERCENT) / 100))

export const disputeRespondentInput = z.strictObject({
  surveyId: id,
  /** The pseudonym in the file. */
  respondent: identifier(60),
  reason: prose(1000).pipe(z.string().min(1, refuse('REASON_MISSING'))),
})
export type DisputeRespondentInput = z.infer<typeof disputeRespondentInput>

/** open: we have not decided · rejected: it stays charged · credited: its price went back to the budget. */
const disputeState = z.enum(['open', 'rejected', 'credited'])

const clientDispute = z.object({
  id: z.uuid(),
  respondent: z.string(),
  reason: z.string(),
  /** Someone of the organisation. */
  disputedBy: z.string(),
  disputedAt: timestamp,
  state: disputeState,
  /** Of our team; may be empty for what was credited. */
  answer: z.string(),
  decidedAt: timestamp.nullable(),
})

export const myDisputes = z.object({
  /** How many more respondents may be disputed now. */
  left: z.int(),
  disputes: z.array(clientDispute),
})
export type MyDisputes = z.infer<typeof myDisputes>

export const staffDispute = clientDispute.extend({
  surveyId: z.uuid(),
  title: z.string(),
  /** What is credited, in cents of KES. */
  priceCents: z.int(),
  decidedBy: z.string().nullable(),
})

export const decideClientDisputeInput = z
  .strictObject({
    id,
    decision: z.enum(['rejected', 'credited']),
    /** The client reads it. Needed to reject. */
    answer: prose(1000).default(''),
  })
  .refine(({ decision, answer }) => decision === 'credited' || answer !== '', {
    path: ['answer'],
    ...refuse('REASON_MISSING'),
  })
export type DecideClientDisputeInput = z.infer<typeof decideClientDisputeInput>
