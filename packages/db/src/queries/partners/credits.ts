import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'

type CreditRef = { memberId: string; creditId: string }
type NewCredit = Omit<Insertable<Database['partnerCredit']>, 'releaseAt' | 'settledAt'> & { holdDays: number }

const creditColumns = [
  'memberId',
  'creditId',
  'partnerId',
  'transactionId',
  'clickId',
  'kind',
  'title',
  'points',
  'state',
] as const

export function insertPartnerCredit(trx: Trx, { holdDays, ...credit }: NewCredit) {
  return trx
    .insertInto('partnerCredit')
    .values({
      ...credit,
      releaseAt: sql<Date>`now() + make_interval(days => ${holdDays})`,
      settledAt: credit.state === 'pending' ? null : sql<Date>`now()`,
    })
    .returning(creditColumns)
    .executeTakeFirstOrThrow()
}

/** Puts whatever settles this credit in a line until the transaction ends. */
export function lockCredit(trx: Trx, { memberId, creditId }: CreditRef) {
  return trx
    .selectFrom('partnerCredit')
    .select(creditColumns)
    .where('memberId', '=', memberId)
    .where('creditId', '=', creditId)
    .forUpdate()
    .executeTakeFirst()
}

export function settleCredit(
  trx: Trx,
  { memberId, creditId }: CreditRef,
  change: { state: 'available' | 'reversed' | 'cancelled'; reason: string | null },
) {
  return trx
    .updateTable('partnerCredit')
    .set({ ...change, settledAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('creditId', '=', creditId)
    .execute()
}

/** Whose waiting is over, oldest first. */
export function listDueCredits(db: Db, limit: number) {
  return db
    .selectFrom('partnerCredit')
    .select(['memberId', 'creditId'])
    .where('state', '=', 'pending')
    .where('releaseAt', '<=', sql<Date>`now()`)
    .orderBy('releaseAt')
    .limit(limit)
    .execute()
}

/** What a partner credited one member on this business day, in USD, taken back or not. */
export async function sumTodaysCredits(trx: Trx, partnerId: string, memberId: string): Promise<number> {
  const { usd } = await trx
    .selectFrom('partnerCredit')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amountUsd'), sql<number>`0`).as('usd'))
    .where('memberId', '=', memberId)
    .where('partnerId', '=', partnerId)
    .where(sql<boolean>`business_day(created_at) = business_day(now())`)
    .executeTakeFirstOrThrow()
  return usd
}
