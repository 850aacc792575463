import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import type { AttemptRef } from './payout-attempts.ts'

type ReferenceKind = Database['payoutReference']['kind']

type Reference = { kind: ReferenceKind; value: string }

export function insertReference(trx: Trx, ref: AttemptRef, reference: Reference): Promise<void> {
  return insertReferences(trx, ref, [reference])
}

export async function insertReferences(
  trx: Trx,
  { memberId, withdrawalId, attemptNo }: AttemptRef,
  references: readonly Reference[],
): Promise<void> {
  await trx
    .insertInto('payoutReference')
    .values(references.map((reference) => ({ ...reference, memberId, withdrawalId, attemptNo })))
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
