import type { Db, Trx } from '../../client.ts'
import type { WithdrawalRef } from './payouts.ts'

type Claim = { receipt: string; by: 'provider' | 'staff' }

/**
 * Claim a receipt for a withdrawal, for ever: one receipt proves one payment. False when it belongs to another withdrawal.
 * `receipt` as `readReceipt` gives it.
 */
export async function claimReceipt(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  { receipt, by }: Claim,
): Promise<boolean> {
  const claimed = await trx
    .insertInto('payoutReceipt')
    .values({ receipt, memberId, withdrawalId, claimedBy: by })
    .onConflict((conflict) => conflict.column('receipt').doNothing())
    .returning('receipt')
    .executeTakeFirst()
  if (claimed) return true
  return (await findReceipt(trx, receipt))?.withdrawalId === withdrawalId
}

/** Find whose a receipt is. */
function findReceipt(db: Db, receipt: string) {
  return db
    .selectFrom('payoutReceipt')
    .select(['memberId', 'withdrawalId', 'claimedBy'])
    .where('receipt', '=', receipt)
    .executeTakeFirst()
}
