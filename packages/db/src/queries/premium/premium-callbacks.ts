import type { Db, Trx } from '../../client.ts'
import { erasedIfGiven } from '../account/erased-if-given.ts'
import { isErased } from '../account/erasure.ts'
import { listPremiumCallbacksOf } from '../payouts/callbacks-of.ts'

type NewCallback = { tokenHash: string; body: Buffer; bodyHash: Buffer; address: string | null }

/** Store a callback; undefined when the same bytes were stored before. */
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

/** Keep that they paid, when and by which receipt; erase their number and the provider's texts. */
export async function blotOutPremium(trx: Trx, memberId: string): Promise<void> {
  await trx.updateTable('premiumGrant').set({ reason: 'erased' }).where('memberId', '=', memberId).execute()
  await trx
    .updateTable('premiumPayment')
    .set({
      mpesaNumber: 'erased',
      resultDescription: null,
      decisionNote: erasedIfGiven('decisionNote'),
    })
    .where('memberId', '=', memberId)
    .execute()
  await blotOutPremiumCallbacks(trx, memberId)
}

const NO_BYTES = Buffer.alloc(0)

/** Changes nothing for a member who is not erased. */
export async function blotOutPremiumCallbacks(trx: Trx, memberId: string): Promise<void> {
  if (!(await isErased(trx, memberId))) return
  const ids = await listPremiumCallbacksOf(trx, memberId)
  if (ids.length === 0) return
  await trx
    .updateTable('premiumCallback')
    .set({ body: NO_BYTES })
    .where('callbackId', 'in', ids)
    .where('body', '<>', NO_BYTES)
    .execute()
}
