import type { CorrectionKind, ReturnCause } from '@chuma/contract/payouts/corrections'
import type { Db, Trx } from '../../client.ts'
import type { WithdrawalRef } from './payouts.ts'

type NewCorrection = WithdrawalRef & {
  kind: CorrectionKind
  cause: ReturnCause | null
  receipt: string | null
  points: number
  amountKes: number
  bookedBy: string
}

/** Record the evidence of a way back. The trigger guard_withdrawal allows the step only in this transaction. */
export async function insertCorrection(trx: Trx, correction: NewCorrection): Promise<void> {
  await trx.insertInto('payoutCorrection').values(correction).execute()
}

/** Whether this receipt is booked as a second payment already. */
export async function isDuplicateBooked(
  db: Db,
  { memberId, receipt }: { memberId: string; receipt: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('payoutCorrection')
    .select('correctionId')
    .where('memberId', '=', memberId)
    .where('receipt', '=', receipt)
    .where('kind', '<>', 'returned')
    .executeTakeFirst()
  return found !== undefined
}

/** Find the newest correction of a withdrawal. */
export function findCorrection(db: Db, { memberId, withdrawalId }: WithdrawalRef) {
  return db
    .selectFrom('payoutCorrection')
    .select(['kind', 'cause', 'receipt', 'points', 'amountKes', 'bookedAt'])
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .orderBy('bookedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}
