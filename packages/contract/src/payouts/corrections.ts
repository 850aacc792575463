import * as z from 'zod'
import { id, identifier, prose } from '../fields.ts'
import { refuse } from '../problems.ts'

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
