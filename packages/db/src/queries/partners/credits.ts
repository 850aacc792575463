import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { movedTo } from '../../state-columns.ts'

type CreditRef = { memberId: string; creditId: string }
type NewCredit = Omit<Insertable<Database['partnerCredit']>, 'releaseAt' | 'settledAt'> & { holdDays: number }

const creditColumns = [
  'memberId',
  'creditId',
  'partnerId',
  'transactionId',
  'clickId',
  'claimId',
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

export type LockedCredit = Pick<Selectable<Database['partnerCredit']>, (typeof creditColumns)[number]>

/** Serialises whatever settles this credit. */
export function lockCredit(trx: Trx, { memberId, creditId }: CreditRef): Promise<LockedCredit | undefined> {
  return trx
    .selectFrom('partnerCredit')
    .select(creditColumns)
    .where('memberId', '=', memberId)
    .where('creditId', '=', creditId)
    .forUpdate()
    .executeTakeFirst()
}

type CreditState = LockedCredit['state']

/** Only `moveCredit` calls this. False when the credit is not in `from`: nothing has changed then. */
export async function updateCreditState(
  trx: Trx,
  { memberId, creditId }: CreditRef,
  { from, to, reason }: { from: CreditState; to: CreditState; reason: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('partnerCredit')
    .set({ state: movedTo(to), reason, settledAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('creditId', '=', creditId)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lock a member's pending credits until the transaction ends. */
export function lockPendingCredits(trx: Trx, memberId: string): Promise<LockedCredit[]> {
  return trx
    .selectFrom('partnerCredit')
    .select(creditColumns)
    .where('memberId', '=', memberId)
    .where('state', '=', 'pending')
    .forUpdate()
    .execute()
}

/** Whether a partner's credit has confirmed a claim that staff granted. */
export async function isClaimConfirmed(trx: Trx, memberId: string, claimId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('partnerCredit')
    .select('creditId')
    .where('memberId', '=', memberId)
    .where('claimId', '=', claimId)
    .executeTakeFirst()
  return found !== undefined
}

/** List credits whose hold is over, oldest first. */
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

/** Sum what a partner credited one member on this business day, in USD, reversed or not. */
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
