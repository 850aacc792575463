import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { isErased } from '../account/erasure.ts'
import { listPremiumCallbacksOf } from '../payouts/callbacks-of.ts'

type NewCallback = { tokenHash: string; body: Buffer; bodyHash: Buffer; address: string | null }

/** Keeps what the provider said; nothing comes back when the same words were said before. */
export async function insertPremiumCallback(trx: Trx, callback: NewCallback) {
  const { tokenHash, bodyHash } = callback
  const word = await trx
    .insertInto('premiumCallbackWord')
    .values({ tokenHash, bodyHash })
    .onConflict((conflict) => conflict.columns(['tokenHash', 'bodyHash']).doNothing())
    .returning('tokenHash')
    .executeTakeFirst()
  if (!word) return undefined
  return trx.insertInto('premiumCallback').values(callback).returning('callbackId').executeTakeFirstOrThrow()
}

export function getPremiumCallback(db: Db, callbackId: string) {
  return db
    .selectFrom('premiumCallback')
    .select(['tokenHash', 'body'])
    .where('callbackId', '=', callbackId)
    .executeTakeFirstOrThrow()
}

/** That he paid, when and by which receipt stays; his number and the provider's words go. */
export async function blotOutPremium(trx: Trx, memberId: string): Promise<void> {
  await sql`update premium_grant set reason = 'erased' where member_id = ${memberId}`.execute(trx)
  await sql`
    update premium_payment set mpesa_number = 'erased', result_description = null,
      decision_note = case when decision_note is not null then 'erased' end
    where member_id = ${memberId}
  `.execute(trx)
  await blotOutPremiumCallbacks(trx, memberId)
}

/** Changes nothing for a member who is not erased. */
export async function blotOutPremiumCallbacks(trx: Trx, memberId: string): Promise<void> {
  if (!(await isErased(trx, memberId))) return
  const ids = await listPremiumCallbacksOf(trx, memberId)
  if (ids.length === 0) return
  await sql`update premium_callback set body = '' where callback_id = any(${ids}) and body <> ''`.execute(trx)
}
