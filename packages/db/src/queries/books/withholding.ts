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

/** Book that the tax of a payment that came back is not owed. Books nothing without tax, or on a repeat. */
export async function insertWithholdingReversal(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
): Promise<void> {
  await trx
    .insertInto('withholdingReversal')
    .columns(['memberId', 'withdrawalId', 'day', 'baseKes', 'taxKes'])
    .expression((eb) =>
      eb
        .selectFrom('withholding')
        .select(['memberId', 'withdrawalId', sql<string>`business_day(statement_timestamp())`.as('day')])
        .select(['baseKes', 'taxKes'])
        .where('memberId', '=', memberId)
        .where('withdrawalId', '=', withdrawalId),
    )
    .onConflict((conflict) => conflict.columns(['memberId', 'withdrawalId']).doNothing())
    .execute()
}

/** Find the day on which the tax of a withdrawal counts as withheld, or as taken back. */
export async function findTaxDay(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  which: 'paid' | 'returned',
): Promise<string | undefined> {
  const found = await trx
    .selectFrom(which === 'paid' ? 'withholding' : 'withholdingReversal')
    .select('day')
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirst()
  return found?.day
}

/** List what is owed for each month, newest first. */
export async function listTaxMonths(db: Db, limit = 24): Promise<TaxMonth[]> {
  const { rows } = await sql<TaxMonth>`
    select to_char(day, 'YYYY-MM') as month, count(*) filter (where tax_kes > 0) as count,
      sum(base_kes)::bigint as base_kes, sum(tax_kes)::bigint as tax_kes
    from (
      select day, base_kes, tax_kes from withholding
      union all select day, -base_kes, -tax_kes from withholding_reversal
    ) as booked
    group by month order by month desc limit ${limit}
  `.execute(db)
  return rows
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
