import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

/** List the ids of a provider's callbacks about payouts to this member. */
export async function listPayoutCallbacksOf(trx: Trx, memberId: string): Promise<string[]> {
  const said = await trx
    .selectFrom('payoutReference')
    .innerJoin('payoutCallback', (join) =>
      join
        .on(sql`payout_callback.kind`, '=', sql`left(payout_reference.kind, -length('-token'))`)
        .onRef('payoutCallback.tokenHash', '=', 'payoutReference.value'),
    )
    .where('payoutReference.memberId', '=', memberId)
    .select('callbackId')
    .execute()
  return said.map(({ callbackId }) => callbackId)
}

/** List the ids of a provider's callbacks about payments by this member. */
export async function listPremiumCallbacksOf(trx: Trx, memberId: string): Promise<string[]> {
  const said = await trx
    .selectFrom('premiumReference')
    .innerJoin('premiumCallback', 'premiumCallback.tokenHash', 'premiumReference.value')
    .where('premiumReference.kind', '=', 'callback-token')
    .where('premiumReference.memberId', '=', memberId)
    .select('callbackId')
    .execute()
  return said.map(({ callbackId }) => callbackId)
}
