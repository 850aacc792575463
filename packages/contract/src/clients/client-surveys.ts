import * as z from 'zod'
import { id, pageOf, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { exportResultsInput, RESULT_FORMATS, surveyResults, tablesInput } from '../surveys/results.ts'
import { qualityFlag } from '../surveys/surveys.ts'

const page = {
  ...pageOf(50),
}

export const listMySurveysInput = z.strictObject(page).prefault({})

/** A survey as its client sees it: never what members get for it. */
export const commissionedSurvey = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Answers that are charged. What came before the price was agreed is not among them. */
  accepted: z.int(),
  /** People who are answering, or whose answers are being checked. */
  inField: z.int(),
  /** Null: as many as come. */
  target: z.int().nullable(),
  /** Of an accepted complete, in cents of KES. Null: there is no order yet. */
  priceCents: z.int().nullable(),
})
export type CommissionedSurvey = z.infer<typeof commissionedSurvey>

export const mySurveyInput = z.strictObject({ id })
export const myResultsInput = z.strictObject({
  id,
  /** Of the questionnaire, by default all of them. 0: the plain list that was asked before the first. */
  version: z.coerce.number().int().min(0).optional(),
})
export type MyResultsInput = z.infer<typeof myResultsInput>

/** Counts of fewer than five people are left out. */
export const myResults = surveyResults
  .omit({ attempts: true, effectiveBase: true, medianSeconds: true, groups: true })
  .extend({ accepted: z.int(), inField: z.int() })
export type MyResults = z.infer<typeof myResults>

const questionId = z.coerce.number().int().min(1).max(999)
export const myCrossTabInput = z.strictObject({
  id,
  version: myResultsInput.shape.version,
  rows: questionId,
  /** The question whose answers make the groups: one with a single answer from each person. */
  columns: questionId,
})
export type MyCrossTabInput = z.infer<typeof myCrossTabInput>

export const myTablesInput = tablesInput.pick({ id: true, version: true, breaks: true, questions: true })
export type MyTablesInput = z.infer<typeof myTablesInput>

const cellProgress = z.object({
  /** What its people have in common: the labels of their groups. */
  id: z.string(),
  groups: z.array(z.string()),
  target: z.int(),
  /** Null: fewer than five, or it would tell those of another cell. */
  accepted: z.int().nullable(),
})

/** How accepted answers came in. */
export const surveyProgress = z.object({
  /** Business days with accepted answers, oldest first: the last 90 of them. */
  days: z.array(z.object({ day: z.string(), accepted: z.int() })),
  /** Of the survey's quotas; empty without. */
  cells: z.array(cellProgress),
  /** What became of everyone who completed it. `others`: accepted and not charged. A rejection can have several reasons. */
  quality: z.object({
    completed: z.int(),
    accepted: z.int(),
    others: z.int(),
    waiting: z.int(),
    rejected: z.int(),
    reasons: z.array(z.object({ flag: qualityFlag, count: z.int() })),
  }),
})
export type SurveyProgress = z.infer<typeof surveyProgress>

export const clientComment = z.object({
  id: z.uuid(),
  /** Null: about the survey as a whole. */
  questionId: z.int().nullable(),
  /** Someone of the organisation. Null: our team wrote it. */
  author: z.string().nullable(),
  text: z.string(),
  writtenAt: timestamp,
})
export type ClientComment = z.infer<typeof clientComment>

export const listCommentsInput = z.strictObject({ surveyId: id, ...page })
export const writeCommentInput = z.strictObject({
  surveyId: id,
  questionId: z.int().min(1).max(999).optional(),
  text: prose(2000).pipe(z.string().min(1, refuse('REQUIRED'))),
})
export type WriteCommentInput = z.infer<typeof writeCommentInput>

/** What was accepted. It never changes: someone who leaves or joins later makes another version. */
const acceptedDataset = z.object({
  id: z.uuid(),
  version: z.int(),
  questionnaireVersion: z.int().nullable(),
  respondents: z.int(),
  /** SHA-256 of the file, in hex. */
  hash: z.string(),
  /** Null: someone who was removed since. */
  acceptedBy: z.string(),
  acceptedAt: timestamp,
})

/** Who is in the data now, and what was accepted of it, newest first. The hash of the data is that of the downloaded file. */
export const datasets = z.object({
  /** How many accepted answers the file has now. It can be had from five on. */
  respondents: z.int(),
  isReady: z.boolean(),
  /** In the newest accepted version and not in the file any more, and the other way round. */
  left: z.int(),
  joined: z.int(),
  accepted: z.array(acceptedDataset),
})
export type Datasets = z.infer<typeof datasets>

/** `cells`: of CSV and JSON, as staff export them. */
export const downloadDatasetInput = z.strictObject({
  id,
  format: z.enum(RESULT_FORMATS).default('csv'),
  cells: exportResultsInput.shape.cells,
})
export type DownloadDatasetInput = z.infer<typeof downloadDatasetInput>

export const describeDatasetInput = z.strictObject({
  id,
  kind: z.enum(['codebook', 'triple-s']).default('codebook'),
})
export type DescribeDatasetInput = z.infer<typeof describeDatasetInput>

export const acceptDatasetInput = z.strictObject({
  surveyId: id,
  /** As the file was downloaded. */
  format: z.enum(RESULT_FORMATS).default('csv'),
  cells: exportResultsInput.shape.cells,
  /** SHA-256 of the downloaded file, in hex: what changed since is not accepted unseen. */
  hash: z.string().regex(/^[0-9a-f]{64}$/, refuse('INVALID')),
})
export type AcceptDatasetInput = z.infer<typeof acceptDatasetInput>
