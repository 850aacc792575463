import * as z from 'zod'
import { timestamp } from '../fields.ts'
import { TERMS_VERSIONS } from './account-rules.ts'

const version = z.int()

/** `how`: with the sign-up, or when asked about a new version. `acceptedAt`: null if the member has only seen it. */
export const answeredTerms = z.object({
  version,
  how: z.enum(['sign-up', 'asked']),
  seenAt: timestamp,
  acceptedAt: timestamp.nullable(),
})

/** What a member knows of the terms. */
export const memberTerms = z.object({
  inForce: version,
  /** Of the version in force. Null: the member has not been told about it. */
  seenAt: timestamp.nullable(),
  /** The newest version that they accepted. */
  accepted: z.object({ version, how: answeredTerms.shape.how, acceptedAt: timestamp }).nullable(),
})
export type MemberTerms = z.infer<typeof memberTerms>

/** `isAccepted`: false records only that the member has seen the version. */
export const answerTermsInput = z.strictObject({
  version: z.literal(TERMS_VERSIONS.map((each) => each.version)),
  isAccepted: z.boolean(),
})
export type AnswerTermsInput = z.infer<typeof answerTermsInput>
