import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import type { AttemptRef } from './payout-attempts.ts'
import type { WithdrawalRef } from './payouts.ts'

type ReferenceKind = Database['payoutReference']['kind']

export async function insertReference(
  trx: Trx,
  { memberId, withdrawalId, attemptNo }: AttemptRef,
  { kind, value }: { kind: ReferenceKind; value: string },
): Promise<void> {
  await trx
    .insertInto('payoutReference')
    .values({ kind, value, memberId, withdrawalId, attemptNo })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .execute()
}

export async function findReference(
  db: Db,
  kind: ReferenceKind,
  value: string,
): Promise<AttemptRef | undefined> {
  const found = await db
    .selectFrom('payoutReference')
    .select(['memberId', 'withdrawalId', 'attemptNo'])
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst()
  return found && { ...found, attemptNo: found.attemptNo ?? 0 }
}

/** One receipt proves one payment: false when it already belongs to another withdrawal. */
export async function claimReceipt(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  receipt: string,
): Promise<boolean> {
  // People type receipts in any case.
  const value = receipt.toUpperCase()
  await trx
    .insertInto('payoutReference')
    .values({ kind: 'receipt', value, memberId, withdrawalId, attemptNo: null })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .execute()
  return (await findReference(trx, 'receipt', value))?.withdrawalId === withdrawalId
}
