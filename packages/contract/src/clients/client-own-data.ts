import * as z from 'zod'
import { emailAddress, enteredPassword, secondFactorCode } from '../fields.ts'
import { timestamp } from '../timestamp.ts'

const survey = { surveyId: z.uuid(), title: z.string() }

/** Everything that we keep about someone of a client. Their organisation's surveys and money are the organisation's. */
export const clientExport = z.object({
  exportedAt: timestamp,
  /** The business day, YYYY-MM-DD. */
  exportedOn: z.string(),
  account: z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    organisation: z.string(),
    addedAt: timestamp,
    hasPassword: z.boolean(),
    /** Null: off. */
    secondFactorSince: timestamp.nullable(),
  }),
  sessions: z.array(
    z.object({
      createdAt: timestamp,
      lastSeenAt: timestamp,
      endedAt: timestamp.nullable(),
      address: z.string().nullable(),
      userAgent: z.string().nullable(),
      isByLink: z.boolean(),
    }),
  ),
  /** Without their words, of which we keep only hashes. */
  links: z.array(
    z.object({
      createdAt: timestamp,
      expiresAt: timestamp,
      revokedAt: timestamp.nullable(),
      uses: z.int(),
      /** Null: all surveys. */
      surveyId: z.uuid().nullable(),
    }),
  ),
  comments: z.array(
    z.object({ ...survey, questionId: z.int().nullable(), text: z.string(), writtenAt: timestamp }),
  ),
  acceptedQuotes: z.array(
    z.object({ ...survey, version: z.int(), priceCents: z.int(), acceptedAt: timestamp }),
  ),
  acceptedData: z.array(z.object({ ...survey, version: z.int(), hash: z.string(), acceptedAt: timestamp })),
  disputes: z.array(
    z.object({
      ...survey,
      respondent: z.string(),
      reason: z.string(),
      disputedAt: timestamp,
      state: z.string(),
    }),
  ),
  mails: z.array(z.object({ to: z.string(), subject: z.string(), state: z.string(), createdAt: timestamp })),
  /** What our audit log says that they did, or was done to their account. Newest first. */
  events: z.array(
    z.object({
      at: timestamp,
      action: z.string(),
      by: z.enum(['you', 'our team']),
      address: z.string().nullable(),
    }),
  ),
})

/** `email`: their own, typed again, so that a slip deletes nothing. `password` and `code`: where there is one. */
export const deleteClientAccountInput = z.strictObject({
  email: emailAddress,
  password: enteredPassword.optional(),
  code: secondFactorCode.optional(),
})
export type DeleteClientAccountInput = z.infer<typeof deleteClientAccountInput>
