import * as z from 'zod'
import { timestamp } from '../fields.ts'

/**
 * Every version of the terms, oldest first, with the day on which it was published. The newest is in force: a sign-up accepts
 * it, and members who accepted an earlier one are told what changed (`terms.changed.…` of the web's messages).
 */
export const TERMS_VERSIONS = [{ version: 1, from: '2026-12-01' }] as const

const [first, ...later] = TERMS_VERSIONS
export type TermsVersion = (typeof TERMS_VERSIONS)[number]['version']
export const TERMS_IN_FORCE: { version: TermsVersion; from: string } = later.at(-1) ?? first

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
