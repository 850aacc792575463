import { EARNINGS_OF, type TaxEarnings, type TaxResidence } from '@chuma/contract/books/tax'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { WithdrawalRef } from '../payouts/payouts.ts'

const kinds = Object.keys(EARNINGS_OF)
const earnings = Object.values(EARNINGS_OF)

/**
 * Find out what the points of a withdrawal were earned by: a member's points leave in the order in which they were earned. Points that
 * were taken back are not among them. `before`: the withdrawal, if it exists already; earlier ones have taken their points.
 */
export async function splitByEarnings(
  trx: Trx,
  { memberId, points, before = null }: { memberId: string; points: number; before?: string | null },
): Promise<{ earnings: TaxEarnings; points: number }[]> {
  const { rows } = await sql<{ earnings: TaxEarnings; points: number }>`
    with taken as (
      select coalesce(sum(w.points), 0) as points from withdrawal w
      where w.member_id = ${memberId} and w.status <> 'rejected' and (${before}::uuid is null
        or (w.requested_at, w.withdrawal_id) < (select b.requested_at, b.withdrawal_id from withdrawal b
          where b.member_id = ${memberId} and b.withdrawal_id = ${before}))
    ), back as (
      select reverses_seq as seq, sum(available_delta) as points from posting
      where member_id = ${memberId} and kind = 'reversal' group by 1
    ), earned as (
      select p.seq, coalesce(k.earnings, 'other') as earnings, p.available_delta + coalesce(b.points, 0) as points
      from posting p
      left join unnest(${kinds}::text[], ${earnings}::text[]) as k (kind, earnings) on k.kind = p.kind
      left join back b on b.seq = p.seq
      where p.member_id = ${memberId}
        and (p.house_account = 'rewards' or p.house_account = 'adjustments' and p.available_delta > 0)
    ), line as (
      select earnings, points, sum(points) over (order by seq) as upto from earned
    ), part as (
      select l.earnings, sum(greatest(0, least(l.upto, t.points + ${points}::bigint) - greatest(l.upto - l.points, t.points))) as points
      from line l, taken t group by 1
    ), whole as (
      select earnings, points from part
      union all select 'other', ${points}::bigint - coalesce((select sum(points) from part), 0)
    )
    select earnings, sum(points)::bigint as points from whole group by 1 having sum(points) > 0 order by 1
  `.execute(trx)
  return rows
}

export type NewTaxPart = {
  earnings: TaxEarnings | 'all'
  residence: TaxResidence
  points: number
  percent: number
  taxKes: number
}

/** Record what today's tax of a withdrawal is made of. */
export async function insertTaxParts(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  parts: readonly NewTaxPart[],
): Promise<void> {
  if (parts.length === 0) return
  const day = sql<string>`business_day(now())`
  await trx
    .insertInto('taxPart')
    .values(parts.map((part) => ({ memberId, withdrawalId, day, ...part })))
    .execute()
}

/** Whether today's tax of a locked withdrawal is recorded already. */
export async function isTaxOfToday(trx: Trx, { memberId, withdrawalId }: WithdrawalRef): Promise<boolean> {
  const part = await trx
    .selectFrom('taxPart')
    .select('day')
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .where('day', '=', sql<string>`business_day(now())`)
    .limit(1)
    .executeTakeFirst()
  return part !== undefined
}

/** Set the tax of a locked withdrawal that has not left, and what is sent, also by the attempt that is prepared. */
export async function updateTax(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  { taxPercent, taxKes }: { taxPercent: number; taxKes: number },
): Promise<void> {
  await trx
    .updateTable('withdrawal')
    .set({
      taxPercent,
      taxKes,
      amountUsd: sql`trunc(amount_usd * (amount_kes - ${taxKes}::bigint) / payout_kes, 2)`,
    })
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .execute()
  await trx
    .updateTable('payoutAttempt as a')
    .from('withdrawal as w')
    .set(({ ref }) => ({ amountKes: ref('w.payoutKes') }))
    .whereRef('w.memberId', '=', 'a.memberId')
    .whereRef('w.withdrawalId', '=', 'a.withdrawalId')
    .where('a.memberId', '=', memberId)
    .where('a.withdrawalId', '=', withdrawalId)
    .where('a.state', '=', 'prepared')
    .execute()
}

export function listTaxParts(db: Db, memberId: string) {
  return db
    .selectFrom('taxPart')
    .select(['withdrawalId', 'day', 'earnings', 'residence', 'points', 'percent', 'taxKes'])
    .where('memberId', '=', memberId)
    .orderBy('day')
    .orderBy('withdrawalId')
    .orderBy('earnings')
    .execute()
}
