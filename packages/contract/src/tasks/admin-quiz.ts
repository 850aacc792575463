import * as z from 'zod'
import { fileText, id, line, pageOf, timestamp } from '../fields.ts'
import { quizOptionKey } from './games.ts'

/** The maximum number of questions in an imported or exported file. */
export const MAX_QUIZ_ROWS = 2000
const MAX_QUIZ_BYTES = 3_000_000

const option = line(200)

export const quizQuestionFormInput = z.strictObject({
  question: line(500),
  optionA: option,
  optionB: option,
  optionC: option,
  optionD: option,
  correctAnswer: quizOptionKey,
  /** Whether members may be asked it: from tomorrow on, or today if they have not opened the quiz. */
  isActive: z.boolean().default(true),
})
export type QuizQuestionForm = z.infer<typeof quizQuestionFormInput>
export const quizQuestionIdInput = z.strictObject({ id })

/** The version the form was filled from: if there is a newer one, nothing is saved. */
export const version = z.int().min(1).max(2_147_483_647)

/** All fields are required: a default for `isActive` would switch the question on by accident. */
export const updateQuizQuestionInput = quizQuestionFormInput.extend({ isActive: z.boolean(), version, id })
export type UpdateQuizQuestionInput = z.infer<typeof updateQuizQuestionInput>

export const retireInput = z.strictObject({ version, id })
export const retiredRow = z.object({ id: z.uuid() })
export type RetireInput = z.infer<typeof retireInput>

export const adminQuizQuestion = z.object({
  id: z.uuid(),
  question: z.string(),
  optionA: z.string(),
  optionB: z.string(),
  optionC: z.string(),
  optionD: z.string(),
  /** Only for those who may change questions: an answer is worth points. */
  correctAnswer: quizOptionKey.optional(),
  /** The points for a right answer. */
  points: z.int(),
  isActive: z.boolean(),
  version: z.int(),
  createdAt: timestamp,
  /** How often members have answered it, and how often correctly. */
  answeredCount: z.int(),
  correctCount: z.int(),
  /** Null without answers. */
  successPercent: z.number().nullable(),
})
export type AdminQuizQuestion = z.infer<typeof adminQuizQuestion>

export const listQuizQuestionsInput = z.strictObject({
  /** Searched in the question and its options. */
  search: line(100).optional(),
  state: z.enum(['active', 'inactive']).optional(),
  ...pageOf(20),
})
export type ListQuizQuestionsInput = z.infer<typeof listQuizQuestionsInput>

export const importQuizQuestionsInput = z.strictObject({
  /**
   * Columns `Question`, `Option A` to `Option D`, `Correct answer` and `Active`. A row with an `ID` and a `Version` changes
   * that question.
   */
  csv: fileText(MAX_QUIZ_BYTES),
  /** Only reports what would happen. */
  isDryRun: z.boolean().default(false),
})
export type ImportQuizQuestionsInput = z.infer<typeof importQuizQuestionsInput>

const QUIZ_ROW_OUTCOMES = ['added', 'changed', 'unchanged', 'refused'] as const

export const importedQuizQuestions = z.object({
  isDryRun: z.boolean(),
  /** False for a dry run and if any row is refused: then no row is imported. */
  isImported: z.boolean(),
  addedCount: z.int(),
  changedCount: z.int(),
  unchangedCount: z.int(),
  refusedCount: z.int(),
  results: z.array(
    z.object({
      /** The line in the file; the header is line 1. */
      line: z.int(),
      question: z.string(),
      outcome: z.enum(QUIZ_ROW_OUTCOMES),
      /** Why the row was refused. */
      problem: z.string().nullable(),
    }),
  ),
})
export type ImportedQuizQuestions = z.infer<typeof importedQuizQuestions>
