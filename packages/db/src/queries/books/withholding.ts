import type { TaxMonth } from '@chuma/contract/books/reconciliation'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { WithdrawalRef } from '../payouts/payouts.ts'

/** Book the tax of a withdrawal that has just been paid. Books nothing without tax, or on a repeat. */
export async function insertWithholding(trx: Trx, { memberId, withdrawalId }: WithdrawalRef): Promise<void> {
  await trx
    .insertInto('withholding')
    .columns(['memberId', 'withdrawalId', 'day', 'baseKes', 'percent', 'taxKes'])
    .expression((eb) =>
      eb
        .selectFrom('withdrawal')
        .select(['memberId', 'withdrawalId', sql<string>`business_day(paid_at)`.as('day')])
        .select(['amountKes', 'taxPercent', 'taxKes'])
        .where('memberId', '=', memberId)
        .where('withdrawalId', '=', withdrawalId)
        .where('status', '=', 'paid')
        .where('taxKes', '>', 0),
    )
    .onConflict((conflict) => conflict.columns(['memberId', 'withdrawalId']).doNothing())
    .execute()
}

/** List what is owed for each month, newest first. */
export function listTaxMonths(db: Db, limit = 24): Promise<TaxMonth[]> {
  return db
    .selectFrom('withholding')
    .select(({ fn }) => [
      sql<string>`to_char(day, 'YYYY-MM')`.as('month'),
      fn.countAll<number>().as('count'),
      fn.sum<number>('baseKes').as('baseKes'),
      fn.sum<number>('taxKes').as('taxKes'),
    ])
    .groupBy('month')
    .orderBy('month', 'desc')
    .limit(limit)
    .execute()
}

export function listMemberWithholding(db: Db, memberId: string) {
  return db
    .selectFrom('withholding')
    .select(['withdrawalId', 'day', 'baseKes', 'percent', 'taxKes'])
    .where('memberId', '=', memberId)
    .orderBy('day')
    .orderBy('withdrawalId')
    .execute()
}
