import * as z from 'zod'
import { fileText, id, identifier, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { destinationProof, destinationState } from '../wallet/destination-codes.ts'
import { DESTINATION_KINDS, WITHDRAWAL_METHODS } from '../wallet/wallet.ts'

/** Other members who named the same destination. */
const sharing = z.object({
  isOfAnother: z.boolean(),
  count: z.int(),
  /** Some of them, the owner first. */
  others: z.array(z.object({ id: z.uuid(), name: z.string(), isOwner: z.boolean() })),
})

/** Where a member is paid, or asked to be, as staff see it. */
export const adminDestination = z.object({
  id: z.uuid(),
  memberId: z.uuid(),
  withdrawalMethod: z.enum(DESTINATION_KINDS),
  /** Masked for everyone. Null if it cannot be opened. */
  destination: z.string().nullable(),
  namedAt: timestamp,
  ...destinationState,
  /** When a payment first arrived there. */
  paidAt: timestamp.nullable(),
  /** The member proved it although it belongs to another. */
  disputedAt: timestamp.nullable(),
  disputedBy: destinationProof.nullable(),
  /** Null for staff who may not read payout details. */
  sharing: sharing.nullable(),
})
export type AdminDestination = z.infer<typeof adminDestination>

export const listMemberDestinationsInput = z.strictObject({ memberId: id })

const reason = prose(500).pipe(z.string().min(1, refuse('REASON_MISSING')))

export const decideDestinationInput = z.strictObject({ memberId: id, destinationId: id, reason })
export type DecideDestinationInput = z.infer<typeof decideDestinationInput>

/**
 * What happened to money after its end was booked. `returned`: it was paid, and came back · `late`: it was rejected, and arrived after
 * all · `duplicate`: it was paid, and arrived twice.
 */
export const CORRECTION_KINDS = ['returned', 'late', 'duplicate'] as const
export type CorrectionKind = (typeof CORRECTION_KINDS)[number]

/** Why money came back: the bank returned it, it was reversed at the provider, or it went to a wrong number. */
export const RETURN_CAUSES = ['bank', 'provider', 'wrong-number'] as const
export type ReturnCause = (typeof RETURN_CAUSES)[number]

/**
 * `evidence`: what proves it, for staff; or `rowId`, a row of a statement that waits, has the payment's amount, and proves nothing else.
 * Its receipt counts where none is given. `note`: what happened, for the member; needed for a return, as is
 * `cause`. `receipt`: of the payment that arrived late or twice, and needed then; of a return, of what brought the money back.
 * `isMembers`: a returned payment's points go back to the member, or the member owes the second payment. Otherwise the house bears it.
 */
export const correctPayoutInput = z
  .strictObject({
    kind: z.enum(CORRECTION_KINDS),
    cause: z.enum(RETURN_CAUSES).optional(),
    receipt: identifier(40).optional(),
    isMembers: z.boolean().default(true),
    note: prose(500).default(''),
    evidence: prose(500).default(''),
    rowId: id.optional(),
    id,
  })
  .refine(({ evidence, rowId }) => evidence !== '' || rowId !== undefined, {
    ...refuse('EVIDENCE_MISSING'),
    path: ['evidence'],
  })
export type CorrectPayoutInput = z.infer<typeof correctPayoutInput>

/** Where one withdrawal is paid, unmasked. */
export const shownPayoutDetails = z.object({
  id: z.uuid(),
  userEmail: z.string(),
  withdrawalMethod: z.enum(WITHDRAWAL_METHODS),
  mpesaNumber: z.string().nullable(),
  bankName: z.string().nullable(),
  accountNumber: z.string().nullable(),
  accountName: z.string().nullable(),
  paypalEmail: z.string().nullable(),
})
export type ShownPayoutDetails = z.infer<typeof shownPayoutDetails>

/** The maximum number of rows in a file; a spreadsheet of that size has about 400 KB. */
export const MAX_PAYMENT_ROWS = 5000
const MAX_PAYMENT_BYTES = 1024 * 1024

export const importPaymentsInput = z.strictObject({
  /** Columns `Withdrawal ID` and `Reference`. `Amount KES`, if present, is compared; others are ignored. */
  csv: fileText(MAX_PAYMENT_BYTES),
  /** Only reports what would happen. */
  isDryRun: z.boolean(),
})
export type ImportPaymentsInput = z.infer<typeof importPaymentsInput>

export const PAYMENT_OUTCOMES = [
  'paid',
  /** Paid with this reference: the file was uploaded before. */
  'already-paid',
  'unknown-id',
  /** Not approved, not to be paid by hand, or paid with another reference. */
  'not-waiting',
  /** A batch for the bank has it. */
  'in-batch',
  'payouts-paused',
  'held',
  'reference-used',
  'amount-mismatch',
  /** The cell is empty. */
  'no-reference',
  'bad-reference',
  'own',
  'failed',
] as const
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number]

export const importedPayments = z.object({
  isDryRun: z.boolean(),
  paidCount: z.int(),
  paidKes: z.int(),
  results: z.array(
    z.object({
      /** The line in the file; the header is line 1. */
      line: z.int(),
      id: z.string(),
      reference: z.string(),
      outcome: z.enum(PAYMENT_OUTCOMES),
      payoutKes: z.int().nullable(),
    }),
  ),
})
export type ImportedPayments = z.infer<typeof importedPayments>
