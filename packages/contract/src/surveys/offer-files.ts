import * as z from 'zod'
import { refuse } from '../problems.ts'

/** A file of so many rows is read; more are refused at once, and the answer says so. */
export const MOST_OFFER_ROWS = 2000
const MOST_FILE_BYTES = 2 * 1024 * 1024

export const OFFER_COLUMNS = [
  'ID',
  'Version',
  'Title',
  'Description',
  'Reward USD',
  'Duration',
  'Category',
  'Country',
  'External URL',
  'Admin Notes',
  'Active',
  'Kind',
  'Questions',
  'Partner ID',
  'Quota',
  'Starts At',
  'Ends At',
] as const

export const importSurveysInput = z.strictObject({
  /** With the columns of the download; of those only Title, Description, Reward USD and Duration have to be there. */
  csv: z.string().min(1, refuse('FILE_EMPTY')).max(MOST_FILE_BYTES, refuse('FILE_TOO_LARGE')),
  /** Says what would happen, and does nothing. */
  isDryRun: z.boolean(),
})
export type ImportSurveysInput = z.infer<typeof importSurveysInput>

const OUTCOMES = [
  'created',
  'updated',
  /** It says what is there already. */
  'unchanged',
  /** `problem` says what is wrong with it. */
  'invalid',
  'unknown-id',
  /** Somebody has changed the offer since the file was downloaded. */
  'changed',
  /** It has no id, and an offer of this title is there. */
  'title-exists',
  'failed',
] as const
export type OfferOutcome = (typeof OUTCOMES)[number]

export const importedSurveys = z.object({
  isDryRun: z.boolean(),
  createdCount: z.int(),
  updatedCount: z.int(),
  results: z.array(
    z.object({
      /** In the file; its head is line 1. */
      line: z.int(),
      title: z.string(),
      outcome: z.enum(OUTCOMES),
      problem: z.string().nullable(),
    }),
  ),
})
export type ImportedSurveys = z.infer<typeof importedSurveys>
