import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import type { PaymentRef } from './premium-payments.ts'

/** One value names one payment: false when it names another already. */
export async function claimReference(
  trx: Trx,
  { memberId, paymentId }: PaymentRef,
  { kind, value }: { kind: Database['premiumReference']['kind']; value: string },
): Promise<boolean> {
  await trx
    .insertInto('premiumReference')
    .values({ kind, value, memberId, paymentId })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .execute()
  return (await findPaymentBy(trx, kind, value))?.paymentId === paymentId
}

export function findPaymentBy(
  db: Db,
  kind: Database['premiumReference']['kind'],
  value: string,
): Promise<PaymentRef | undefined> {
  return db
    .selectFrom('premiumReference')
    .select(['memberId', 'paymentId'])
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst()
}
