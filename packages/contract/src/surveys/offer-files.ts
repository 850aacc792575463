import * as z from 'zod'
import { fileText } from '../fields.ts'

/** The maximum number of rows in a file; a longer file is refused as a whole. */
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
  'Screen-out Points',
] as const

export const importSurveysInput = z.strictObject({
  /** The columns of the download; only Title, Description, Reward USD and Duration are required. */
  csv: fileText(MOST_FILE_BYTES),
  /** Only reports what would happen. */
  isDryRun: z.boolean(),
})
export type ImportSurveysInput = z.infer<typeof importSurveysInput>

const OUTCOMES = [
  'created',
  'updated',
  /** The row equals the stored survey. */
  'unchanged',
  /** `problem` says what is wrong. */
  'invalid',
  'unknown-id',
  /** The survey was changed after the file was downloaded. */
  'changed',
  /** The row has no id, and a survey with this title exists. */
  'title-exists',
  /** Its reward is above a limit: it waits for a second person. */
  'needs-second-admin',
  'failed',
] as const
export type OfferOutcome = (typeof OUTCOMES)[number]

export const importedSurveys = z.object({
  isDryRun: z.boolean(),
  createdCount: z.int(),
  updatedCount: z.int(),
  results: z.array(
    z.object({
      /** The line in the file; the header is line 1. */
      line: z.int(),
      title: z.string(),
      outcome: z.enum(OUTCOMES),
      problem: z.string().nullable(),
    }),
  ),
})
export type ImportedSurveys = z.infer<typeof importedSurveys>
