import * as z from 'zod'
import { line } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'

/** Column names are compared without regard to case, spaces and signs. */
const column = line(80)

export const DATE_FORMATS = [
  'DD/MM/YYYY',
  'DD-MM-YYYY',
  'DD.MM.YYYY',
  'YYYY-MM-DD',
  'MM/DD/YYYY',
  'DD MMM YYYY',
] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

/** How the rows of a bank's file are read. */
export const bankMapping = z
  .strictObject({
    delimiter: z.enum(['comma', 'semicolon', 'tab']),
    /** The row that names the columns, from 1. */
    headerRow: z.int().min(1).max(50),
    date: column,
    dateFormat: z.enum(DATE_FORMATS),
    /** One signed column, money out below zero; or one for money out and one for money in. */
    amount: column.optional(),
    debit: column.optional(),
    credit: column.optional(),
    /** Beside `amount`: says DR or CR, so the amount has no sign of its own. */
    side: column.optional(),
    reference: column.optional(),
    description: column.optional(),
    balance: column.optional(),
  })
  .refine(({ amount, debit, credit }) => (amount ? !debit && !credit : debit && credit), {
    ...refuse('MAPPING_AMOUNT_MISSING'),
    path: ['amount'],
  })
  .refine(({ amount, side }) => !side || amount, { ...refuse('SIDE_WITHOUT_AMOUNT'), path: ['side'] })
export type BankMapping = z.infer<typeof bankMapping>

/** What a column of an M-Pesa statement can hold. */
export const PORTAL_COLUMNS = [
  'receipt',
  'completed',
  'paidIn',
  'withdrawn',
  'amount',
  'side',
  'status',
  'details',
  'reason',
  'party',
  'number',
  'balance',
  'linked',
] as const
export type PortalColumn = (typeof PORTAL_COLUMNS)[number]

/** What a file whose layout is not known calls its columns. */
export const portalMapping = z.partialRecord(z.enum(PORTAL_COLUMNS), column)
export type PortalMapping = z.infer<typeof portalMapping>

export const DATE_ORDERS = ['day-first', 'month-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Names the account too: another name is another account. */
export const mappingName = line(40).pipe(z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} &.-]*$/u))

export const statementMapping = z.object({
  name: z.string(),
  /** The account whose rows are read so, as the rows name it. */
  account: z.string(),
  version: z.int(),
  mapping: bankMapping,
  savedAt: timestamp,
  savedBy: z.string(),
})
export type StatementMapping = z.infer<typeof statementMapping>
