import type { TaxMonth } from '@chuma/contract/books/reconciliation'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { WithdrawalRef } from '../payouts/payouts.ts'

/** Book the tax of a withdrawal that has just been paid. Books nothing without tax, or on a repeat. */
export async function insertWithholding(trx: Trx, { memberId, withdrawalId }: WithdrawalRef): Promise<void> {
  await sql`
    insert into withholding (member_id, withdrawal_id, day, base_kes, percent, tax_kes)
    select member_id, withdrawal_id, business_day(paid_at), amount_kes, tax_percent, tax_kes from withdrawal
    where member_id = ${memberId} and withdrawal_id = ${withdrawalId} and status = 'paid' and tax_kes > 0
    on conflict (member_id, withdrawal_id) do nothing
  `.execute(trx)
}

/** List what is owed for each month, newest first. */
export async function listTaxMonths(db: Db, limit = 24): Promise<TaxMonth[]> {
  const { rows } = await sql<TaxMonth>`
    select to_char(day, 'YYYY-MM') as month, count(*) as count, sum(base_kes)::bigint as base_kes,
      sum(tax_kes)::bigint as tax_kes
    from withholding group by 1 order by 1 desc limit ${limit}
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
