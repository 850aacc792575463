import * as z from 'zod'
import { id, line, pastedSecret, prose, timestamp } from '../fields.ts'
import { questionnaire } from './questionnaire/questionnaire.ts'
import { walkFields } from './questionnaire/questionnaire-desk.ts'

/** A sign-off link opens this many days unless staff say otherwise, and at most. */
const LINK_DAYS = 14
const MAX_LINK_DAYS = 30

const name = line(80, { min: 2, code: 'NAME_TOO_SHORT' })
/** Written by people without an account, and read by staff. */
const comment = prose(2000).pipe(z.string().min(1))
/** The part of the link behind `#`. What cannot be a token gets the answer of an expired link. */
const token = pastedSecret(500)

const finished = { ...walkFields, seconds: z.int().min(1).max(86_400) }

export const openSignOffInput = z.strictObject({ token })
export type OpenSignOffInput = z.infer<typeof openSignOffInput>

export const walkSignOffInput = z.strictObject({ token, ...walkFields })
export type WalkSignOffInput = z.infer<typeof walkSignOffInput>

export const commentSignOffInput = z.strictObject({
  token,
  name,
  /** Without one: about the survey as a whole. */
  questionId: z.int().min(1).max(999).optional(),
  text: comment,
})
export type CommentSignOffInput = z.infer<typeof commentSignOffInput>

const signOffDecision = z.enum(['signed-off', 'changes'])
export const decideSignOffInput = z.strictObject({ token, name, decision: signOffDecision })
export type DecideSignOffInput = z.infer<typeof decideSignOffInput>

export const keepSignOffTestInput = z.strictObject({ token, name, ...finished })
export type KeepSignOffTestInput = z.infer<typeof keepSignOffTestInput>

const decided = z.object({ decision: signOffDecision, name: z.string(), decidedAt: timestamp })

/** What someone with the link sees: the questions by walking, and what was written by the same link. */
export const signOffView = z.object({
  title: z.string(),
  /** Of the draft that the link shows. */
  version: z.int(),
  languages: z.array(z.string()),
  expiresAt: timestamp,
  /** Null: nobody has decided. */
  decided: decided.nullable(),
  comments: z.array(
    z.object({
      id: z.uuid(),
      questionId: z.int().nullable(),
      name: z.string(),
      text: z.string(),
      writtenAt: timestamp,
      /** Null: open. */
      answer: z.string().nullable(),
    }),
  ),
})
export type SignOffView = z.infer<typeof signOffView>

export const surveyIdInput = z.strictObject({ id })

const signOffLink = z.object({
  id: z.uuid(),
  version: z.int(),
  createdAt: timestamp,
  createdBy: z.string(),
  expiresAt: timestamp,
  /** Neither expired nor revoked. */
  isOpen: z.boolean(),
  decided: decided.nullable(),
})

const staffComment = z.object({
  id: z.uuid(),
  version: z.int(),
  questionId: z.int().nullable(),
  /** The question in English. Null: about the survey as a whole. */
  question: z.string().nullable(),
  name: z.string(),
  text: z.string(),
  writtenAt: timestamp,
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
})

const testAnswer = z.object({
  id: z.uuid(),
  name: z.string(),
  isByLink: z.boolean(),
  version: z.int(),
  outcome: z.enum(['complete', 'screened-out']),
  seconds: z.int(),
  finishedAt: timestamp,
})

/** What staff see of sign-offs and test answers of a survey, the newest hundred each. */
export const signOffDesk = z.object({
  /** Of the draft; 0 before the first. */
  draftVersion: z.int(),
  links: z.array(signOffLink),
  /** By question; open ones and answered ones. */
  comments: z.array(staffComment),
  tests: z.array(testAnswer),
})
export type SignOffDesk = z.infer<typeof signOffDesk>

export const createSignOffLinkInput = z.strictObject({
  id,
  /** The draft's version, as it was read. */
  version: z.int().min(1).max(1_000_000),
  days: z.int().min(1).max(MAX_LINK_DAYS).default(LINK_DAYS),
})
export type CreateSignOffLinkInput = z.infer<typeof createSignOffLinkInput>

/** `url` is never shown again: only its hash is stored. */
export const createdSignOffLink = z.object({ id: z.uuid(), url: z.string() })

export const answerSignOffCommentInput = z.strictObject({ id, text: comment })
export type AnswerSignOffCommentInput = z.infer<typeof answerSignOffCommentInput>

export const keepTestAnswerInput = z.strictObject({
  id,
  /** Of the draft that was walked, also of a published one. */
  version: z.int().min(1).max(1_000_000),
  ...finished,
})
export type KeepTestAnswerInput = z.infer<typeof keepTestAnswerInput>

export const deleteTestAnswersInput = z.strictObject({ id, which: z.union([z.literal('all'), id]) })
export type DeleteTestAnswersInput = z.infer<typeof deleteTestAnswersInput>

const testedAnswer = z.object({ question: z.string(), answer: z.string() })
export type TestedAnswer = z.infer<typeof testedAnswer>

export const testAnswerIdInput = z.strictObject({ id })
export const testAnswerDetail = testAnswer.extend({
  profile: z.record(z.string(), z.string()),
  answers: z.array(testedAnswer),
})

export const questionnaireVersionInput = z.strictObject({
  id,
  version: z.coerce.number().int().min(1).max(1_000_000),
})
export const publishedQuestionnaire = z.object({
  version: z.int(),
  /** Of the draft that was published. */
  draftVersion: z.int(),
  questionnaire,
})
