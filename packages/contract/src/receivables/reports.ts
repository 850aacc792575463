import * as z from 'zod'
import { fileText, id, line, pageOf, prose, timestamp } from '../fields.ts'
import { DATE_FORMATS } from '../payouts/bank-batches.ts'
import { refuse } from '../problems.ts'

export const REPORT_MAX_ROWS = 100_000
const REPORT_MAX_CHARS = 15_000_000

/** Column names are compared without regard to case, spaces and signs. */
const column = line(80)
/** What a partner writes for a status, separated by commas. */
const words = line(200)

/** How the rows of a partner's report are read. */
export const reportMapping = z.strictObject({
  delimiter: z.enum(['comma', 'semicolon', 'tab']),
  /** The row that names the columns, from 1. */
  headerRow: z.int().min(1).max(50),
  transactionId: column,
  /** Our reference of the member's click, or of the member. */
  reference: column.optional(),
  amount: column,
  amountUnit: z.enum(['dollars', 'cents']),
  /** Without the column, amounts are in USD. */
  currency: column.optional(),
  status: column,
  approved: words,
  pending: words.optional(),
  reversed: words,
  time: column,
  dateFormat: z.enum(DATE_FORMATS),
})
export type ReportMapping = z.infer<typeof reportMapping>

export const savedReportMapping = z.object({
  partnerId: z.uuid(),
  version: z.int(),
  mapping: reportMapping,
  savedAt: timestamp,
  savedBy: z.string(),
})

/**
 * What a row says beside our credits. only-there: we never had the event · only-here: the partner does not know it ·
 * reversed-there: we still have it credited · reversed-here: the partner still pays it.
 */
export const REPORT_OUTCOMES = [
  'matched',
  'amount-differs',
  'only-there',
  'only-here',
  'reversed-there',
  'reversed-here',
  'unreadable',
] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]
export const DIFFERENCES = REPORT_OUTCOMES.filter((outcome) => outcome !== 'matched')

export const importReportInput = z.strictObject({
  partnerId: id,
  csv: fileText(REPORT_MAX_CHARS),
  /** Only reports what would be imported. */
  isDryRun: z.boolean().default(false),
  /** Without it the saved one. One that differs from the saved one is saved as its next version. */
  mapping: reportMapping.optional(),
})
export type ImportReportInput = z.infer<typeof importReportInput>

const counts = z.object({
  matched: z.int(),
  'amount-differs': z.int(),
  'only-there': z.int(),
  'only-here': z.int(),
  'reversed-there': z.int(),
  'reversed-here': z.int(),
  unreadable: z.int(),
})
export type ReportCounts = z.infer<typeof counts>

export const importedReport = z.object({
  /** False for a dry run. */
  isImported: z.boolean(),
  rowCount: z.int(),
  /** Rows that an earlier import, or this file above, had. */
  knownCount: z.int(),
  counts,
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  mappingVersion: z.int().nullable(),
  /** The first rows of the file. */
  preview: z.array(
    z.object({
      row: z.int(),
      transactionId: z.string(),
      usd: z.number().nullable(),
      status: z.enum(['approved', 'pending', 'reversed']).nullable(),
      outcome: z.enum(REPORT_OUTCOMES),
    }),
  ),
  /** Rows that cannot be read. The first hundred. */
  errors: z.array(z.object({ row: z.int(), column: z.string(), problem: z.string() })),
  errorCount: z.int(),
})
export type ImportedReport = z.infer<typeof importedReport>

export const partnerReport = z.object({
  id: z.uuid(),
  partnerId: z.uuid(),
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  rowCount: z.int(),
  openCount: z.int(),
  importedBy: z.string(),
  importedAt: timestamp,
})
export type PartnerReport = z.infer<typeof partnerReport>

export const reportDifference = z.object({
  id: z.uuid(),
  partnerId: z.uuid(),
  partnerName: z.string(),
  outcome: z.enum(REPORT_OUTCOMES),
  /** open: waits · asked: the partner was asked to send it again · explained, accepted: settled by staff. */
  state: z.enum(['settled', 'open', 'asked', 'explained', 'accepted', 'superseded']),
  /** In the file, from 1; null for a credit of ours that the report does not have. */
  row: z.int().nullable(),
  transactionId: z.string().nullable(),
  reference: z.string().nullable(),
  usd: z.number().nullable(),
  status: z.enum(['approved', 'pending', 'reversed']).nullable(),
  at: timestamp.nullable(),
  ourUsd: z.number().nullable(),
  ourState: z.string().nullable(),
  memberId: z.uuid().nullable(),
  column: z.string().nullable(),
  problem: z.string().nullable(),
  note: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  since: timestamp,
})
export type ReportDifference = z.infer<typeof reportDifference>

export const listDifferencesInput = z.strictObject({
  partnerId: id.optional(),
  outcome: z.enum(REPORT_OUTCOMES).optional(),
  ...pageOf(50),
})
export type ListDifferencesInput = z.infer<typeof listDifferencesInput>

export const partnerOfReportInput = z.strictObject({ partnerId: id })

/** None of them moves points or money, or changes what the partner owes. */
export const settleDifferenceInput = z.strictObject({
  /** ask: the partner is asked to send the event again · explain: why it differs · accept: the partner is right. */
  decision: z.enum(['ask', 'explain', 'accept']),
  note: prose(1000).pipe(z.string().min(1, refuse('NOTE_MISSING'))),
  id,
})
export type SettleDifferenceInput = z.infer<typeof settleDifferenceInput>
