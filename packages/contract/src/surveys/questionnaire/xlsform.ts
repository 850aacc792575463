import * as z from 'zod'
import { refuse } from '../../problems.ts'
import { questionnaire } from './questionnaire.ts'

const MAX_XLSFORM_MEGABYTES = 2
/** Four letters of base64 are three bytes. */
const MAX_LETTERS = Math.ceil((MAX_XLSFORM_MEGABYTES * 1_000_000) / 3) * 4

export const readXlsformInput = z.strictObject({
  /** A workbook (`.xlsx`), in base64. */
  xlsx: z
    .base64()
    .min(1, refuse('FILE_EMPTY'))
    .max(MAX_LETTERS, refuse('FILE_TOO_LARGE', { megabytes: MAX_XLSFORM_MEGABYTES })),
})
export type ReadXlsformInput = z.infer<typeof readXlsformInput>

/** error: the form contradicts itself there · left-out: cannot be taken over · changed: is taken over in another way */
const remarkLevel = z.enum(['error', 'left-out', 'changed'])

const xlsformRemark = z.object({
  level: remarkLevel,
  /** Null: about the whole file. */
  sheet: z.string().nullable(),
  /** As a spreadsheet counts. */
  row: z.int().nullable(),
  /** The head of the column. */
  column: z.string().nullable(),
  message: z.string(),
})
export type XlsformRemark = z.infer<typeof xlsformRemark>

export const xlsformRead = z.object({
  /** Everything but what the remarks name. Null: nothing is left. */
  questionnaire: questionnaire.nullable(),
  remarks: z.array(xlsformRemark),
})

export const writeXlsformInput = z.strictObject({ questionnaire })
export type WriteXlsformInput = z.infer<typeof writeXlsformInput>

export const xlsformWritten = z.object({
  /** A workbook, in base64. */
  xlsx: z.string(),
  /** What an XLSForm cannot hold. `row` is the question's. */
  remarks: z.array(xlsformRemark),
})
