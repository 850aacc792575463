import { type Insertable, sql } from 'kysely'
import type { Trx } from '../../client.ts'
import type { PayoutDestination } from '../../schema.gen.ts'

type Proven = Pick<Insertable<PayoutDestination>, 'memberId' | 'destinationHash' | 'method' | 'value'> & {
  by: 'code' | 'payment' | 'staff'
}

/** Name a destination and prove it, if no other member has. Of concurrent proofs the first wins. */
export async function claimDestination(trx: Trx, { by, ...destination }: Proven): Promise<boolean> {
  const { memberId, destinationHash } = destination
  await trx
    .insertInto('destinationOwner')
    .values({ destinationHash, memberId })
    .onConflict((conflict) => conflict.column('destinationHash').doNothing())
    .execute()
  const owner = await trx
    .selectFrom('destinationOwner')
    .select('memberId')
    .where('destinationHash', '=', destinationHash)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('destinationClaimant')
    .values({ destinationHash, memberId })
    .onConflict((conflict) => conflict.columns(['destinationHash', 'memberId']).doNothing())
    .execute()
  await trx
    .insertInto('payoutDestination')
    .values(destination)
    .onConflict((conflict) => conflict.columns(['memberId', 'destinationHash']).doNothing())
    .execute()
  if (owner.memberId !== memberId) return false
  await trx
    .updateTable('payoutDestination')
    .set({ provenAt: sql<Date>`statement_timestamp()`, provenBy: by })
    .where('memberId', '=', memberId)
    .where('destinationHash', '=', destinationHash)
    .where('provenAt', 'is', null)
    .execute()
  return true
}
