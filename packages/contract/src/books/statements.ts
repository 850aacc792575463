import * as z from 'zod'
import { fileText, id, line, pageOf, prose, timestamp } from '../fields.ts'
import { DATE_FORMATS } from '../payouts/bank-batches.ts'
import { CORRECTION_KINDS } from '../payouts/destinations.ts'
import { refuse } from '../problems.ts'

/** Column names are compared without regard to case, spaces and signs. */
const column = line(80)

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
const PORTAL_COLUMNS = [
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
const portalMapping = z.partialRecord(z.enum(PORTAL_COLUMNS), column)
export type PortalMapping = z.infer<typeof portalMapping>

export const DATE_ORDERS = ['day-first', 'month-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Names the account too: another name is another account. */
const mappingName = line(40).pipe(z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} &.-]*$/u))

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

export const STATEMENT_MAX_ROWS = 20_000
export const STATEMENT_MAX_DAYS = 31
const STATEMENT_MAX_CHARS = 5_000_000
export const PREVIEW_ROWS = 20

/**
 * What a row says it is. payout: money that left, unless it says otherwise · collection: a customer paid · top-up: the float grew ·
 * transfer: between the operator's own accounts · money-in: it says nothing else · failed: no money moved.
 */
export const ROW_PURPOSES = [
  'payout',
  'charge',
  'collection',
  'top-up',
  'transfer',
  'reversal',
  'money-in',
  'failed',
  'pending',
  'unreadable',
] as const
export type RowPurpose = (typeof ROW_PURPOSES)[number]

/** What a row was booked as. nothing: no money moved · not-ours: the statement has it by mistake. */
export const ENTRY_KINDS = [
  'payout',
  'charge',
  'collection',
  'top-up',
  'transfer',
  'nothing',
  'other',
  'not-ours',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** Why a row waits for staff. */
export const DESK_REASONS = [
  'payout-unknown',
  'payout-open',
  'payout-twice',
  'amount-differs',
  'ambiguous',
  'charge-alone',
  'collection-unknown',
  'money-in',
  'reversal',
  'pending',
  'unreadable',
  'undone',
] as const
export type DeskReason = (typeof DESK_REASONS)[number]

export const importStatementInput = z.strictObject({
  csv: fileText(STATEMENT_MAX_CHARS),
  /** Only reports what would be imported. */
  isDryRun: z.boolean().default(false),
  /** For a bank's statement; without it the file is M-Pesa's. A mapping that differs from the saved one is saved as its next version. */
  bank: z.strictObject({ name: mappingName, mapping: bankMapping.optional() }).optional(),
  /** For a statement of M-Pesa whose layout is not known: what it calls its columns. Kept with the import, for the next file. */
  columns: portalMapping.optional(),
  /** For a statement of M-Pesa whose dates can be read both ways, such as 6/11/2026. */
  dateOrder: z.enum(DATE_ORDERS).optional(),
})
export type ImportStatementInput = z.infer<typeof importStatementInput>

/** A row of the file, as it was read. Amounts are in cents, below zero if money left. */
const readRow = z.object({
  /** The line number in the file, from 1. */
  row: z.int(),
  day: z.string().nullable(),
  receipt: z.string().nullable(),
  details: z.string(),
  amountCents: z.int().nullable(),
  balanceCents: z.int().nullable(),
  purpose: z.enum(ROW_PURPOSES),
  /** What becomes of it. */
  outcome: z.enum(['known', 'booked', 'desk']),
})

export const importedStatement = z.object({
  /** False for a dry run. */
  isImported: z.boolean(),
  rowCount: z.int(),
  /** Lines that are no rows: heads repeated on each page, totals, and a provider's remarks. They are not kept. */
  leftOut: z.object({ heads: z.int(), totals: z.int(), notes: z.int() }),
  /** Rows that an earlier import, or this file above, contained. */
  knownCount: z.int(),
  /** The others: matched or booked by a rule, and left for staff. */
  bookedCount: z.int(),
  deskCount: z.int(),
  /** Of earlier rows on the desk, those that can be booked now. */
  clearedCount: z.int(),
  /** Of the new rows, failed ones apart. */
  outCents: z.int(),
  inCents: z.int(),
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  /** The mapping that the file was read with; null for M-Pesa's. */
  mappingVersion: z.int().nullable(),
  /** The first rows of the file. */
  preview: z.array(readRow),
  /** Rows that cannot be read: they wait on the desk. The first hundred. */
  errors: z.array(z.object({ row: z.int(), column: z.string(), problem: z.string() })),
  errorCount: z.int(),
})
export type ImportedStatement = z.infer<typeof importedStatement>

const link = {
  withdrawalId: z.uuid().nullable(),
  paymentId: z.uuid().nullable(),
  memberId: z.uuid().nullable(),
  memberName: z.string().nullable(),
}

/** A row of a statement with what became of it. */
export const statementRow = z.object({
  id: z.uuid(),
  account: z.string(),
  receipt: z.string().nullable(),
  linkedReceipt: z.string().nullable(),
  purpose: z.enum(ROW_PURPOSES),
  amountCents: z.int().nullable(),
  numberEnd: z.string().nullable(),
  details: z.string(),
  /** When it was completed; when it was imported, if that cannot be read. */
  at: timestamp,
  /** Its line in the file, and what cannot be read there. */
  row: z.int(),
  column: z.string().nullable(),
  problem: z.string().nullable(),
  /** Null once it is booked. */
  reason: z.enum(DESK_REASONS).nullable(),
  since: timestamp.nullable(),
  /** Null while it waits. */
  kind: z.enum(ENTRY_KINDS).nullable(),
  note: z.string(),
  bookedBy: z.string().nullable(),
  bookedAt: timestamp.nullable(),
  /** Of the booking; while it waits, what it is probably about. */
  ...link,
})
export type StatementRow = z.infer<typeof statementRow>

export const listStatementRowsInput = z.strictObject({
  /** waiting: oldest first. by-hand: booked by staff, newest first. */
  state: z.enum(['waiting', 'by-hand']).default('waiting'),
  /** Of waiting rows. */
  reason: z.enum(DESK_REASONS).optional(),
  ...pageOf(50),
})
export type ListStatementRowsInput = z.infer<typeof listStatementRowsInput>

export const statementRowIdInput = z.strictObject({ id })

/** A payment of ours that a row may belong to. */
export const statementCandidate = z.object({
  id: z.uuid(),
  kind: z.enum(['payout', 'collection']),
  memberId: z.uuid(),
  memberName: z.string(),
  amountKes: z.int(),
  status: z.string(),
  receipt: z.string().nullable(),
  at: timestamp,
})
export type StatementCandidate = z.infer<typeof statementCandidate>

/** A correction of a payout that a row may prove. */
export const rowCorrection = z.object({
  /** The withdrawal. */
  id: z.uuid(),
  kind: z.enum(CORRECTION_KINDS),
  memberId: z.uuid(),
  memberName: z.string(),
  points: z.int(),
  amountKes: z.int(),
  receipt: z.string().nullable(),
  at: timestamp,
})
export type RowCorrection = z.infer<typeof rowCorrection>

const note = prose(1000)
export const bookStatementRowInput = z
  .strictObject({
    kind: z.enum(ENTRY_KINDS),
    /** The withdrawal of a payout, the premium payment of a collection; of a charge, if it has one, the withdrawal. */
    paymentId: id.optional(),
    note: note.default(''),
    id,
  })
  .refine(({ kind, paymentId }) => paymentId || (kind !== 'payout' && kind !== 'collection'), {
    ...refuse('PAYMENT_MISSING'),
    path: ['paymentId'],
  })
  .refine(({ kind, note }) => note || kind === 'payout' || kind === 'collection', {
    ...refuse('NOTE_MISSING'),
    path: ['note'],
  })
export type BookStatementRowInput = z.infer<typeof bookStatementRowInput>

export const undoBookingInput = z.strictObject({
  note: note.refine((text) => text !== '', refuse('CAUSE_MISSING')),
  id,
})
export type UndoBookingInput = z.infer<typeof undoBookingInput>

/** An account's month according to its imported statements, in cents. */
export const statementMonth = z.object({
  account: z.string(),
  month: z.string(),
  payoutCents: z.int(),
  chargeCents: z.int(),
  collectionCents: z.int(),
  topUpCents: z.int(),
  transferCents: z.int(),
  otherCents: z.int(),
  /** Rows that wait, and what they add up to. */
  waitingCount: z.int(),
  waitingCents: z.int(),
  /** Null if the statement has no balances. */
  openingCents: z.int().nullable(),
  /** The opening balance and every row of the month. */
  expectedCents: z.int().nullable(),
  closingCents: z.int().nullable(),
})
export type StatementMonth = z.infer<typeof statementMonth>
