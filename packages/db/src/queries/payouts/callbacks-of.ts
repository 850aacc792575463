import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

/** What a provider said about payouts to this member: the ids of it. */
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

/** What a provider said about payments by this member: the ids of it. */
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
