import type { Answer } from '@chuma/contract/fields'
import type { statement } from '@chuma/contract/wallet/statements'
import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

type Statement = Answer<typeof statement>

type Month = { memberId: string; month: string }
type StatementPeriod = Pick<
  Statement,
  | 'month'
  | 'firstDay'
  | 'lastDay'
  | 'isComplete'
  | 'timeZone'
  | 'memberName'
  | 'memberSince'
  | 'firstMonth'
  | 'currentMonth'
>

const localTime = (moment: string) =>
  sql.raw(`to_char(${moment} at time zone zone.name, 'YYYY-MM-DD HH24:MI:SS')`)
const zone = sql`(select coalesce(
  (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
) as name) zone`

/** Read whose statement it is and its period. Without a month: the current one. */
export async function getStatementPeriod(
  trx: Trx,
  { memberId, month }: { memberId: string; month: string | undefined },
): Promise<StatementPeriod> {
  const { rows } = await sql<StatementPeriod>`
    select to_char(first, 'YYYY-MM') as month, first as first_day, (first + interval '1 month - 1 day')::date as last_day,
      (first + interval '1 month')::date <= today as is_complete, zone.name as time_zone,
      m.first_name || ' ' || m.last_name as member_name, m.created_at as member_since,
      to_char(least(business_day(m.created_at), coalesce((
        select business_day(p.created_at) from posting p where p.member_id = ${memberId} and p.seq = 1
      ), today)), 'YYYY-MM') as first_month, to_char(today, 'YYYY-MM') as current_month
    from member m, ${zone}, lateral (select business_day(now()) as today) t, lateral (
      select coalesce((${month ?? null}::text || '-01')::date, date_trunc('month', today)::date) as first
    ) f
    where m.member_id = ${memberId}
  `.execute(trx)
  const [period] = rows
  if (!period) throw new Error(`no member ${memberId}`)
  return period
}

const bounds = ({ month }: Month) => sql`(select business_day_start((${month} || '-01')::date) as lo,
  business_day_start(((${month} || '-01')::date + interval '1 month')::date) as hi) bounds`

/** Sum the postings before the month. */
export async function getOpeningPoints(trx: Trx, of: Month): Promise<Statement['opening']> {
  const { rows } = await sql<Statement['opening']>`
    select coalesce(sum(available_delta), 0)::bigint as available, coalesce(sum(held_delta), 0)::bigint as held
    from ${bounds(of)}, posting p where p.member_id = ${of.memberId} and p.created_at < lo
  `.execute(trx)
  return rows[0] ?? { available: 0, held: 0 }
}

/** List postings, oldest first. */
export async function listStatementLines(trx: Trx, of: Month): Promise<Statement['lines']> {
  const { rows } = await sql<Statement['lines'][number]>`
    select p.seq as id, p.kind, p.description, p.available_delta as points, p.held_delta as held_points,
      p.available_after, p.held_after, p.created_at, ${localTime('p.created_at')} as local_time
    from ${bounds(of)}, ${zone}, posting p
    where p.member_id = ${of.memberId} and p.created_at >= lo and p.created_at < hi
    order by p.seq
  `.execute(trx)
  return rows
}

/** List withdrawals requested or paid in the month, in the order of their requests. */
export async function listStatementWithdrawals(trx: Trx, of: Month): Promise<Statement['withdrawals']> {
  const { rows } = await sql<Statement['withdrawals'][number]>`
    select w.withdrawal_id as id, w.status, w.payout_state, w.method, w.points, w.amount_kes as gross_kes, w.tax_percent,
      w.tax_kes, w.payout_kes as net_kes, w.receipt, w.requested_at, ${localTime('w.requested_at')} as requested_local,
      w.paid_at, ${localTime('w.paid_at')} as paid_local
    from ${bounds(of)}, ${zone}, withdrawal w
    where w.member_id = ${of.memberId}
      and ((w.requested_at >= lo and w.requested_at < hi) or (w.paid_at >= lo and w.paid_at < hi))
    order by w.requested_at, w.withdrawal_id
  `.execute(trx)
  return rows
}

/** Sum what was paid within the month; the tax is what was booked for it. */
export async function getStatementPaid(trx: Trx, of: Month): Promise<Statement['paid']> {
  const { rows } = await sql<Statement['paid']>`
    select count(*) as count, coalesce(sum(w.amount_kes), 0)::bigint as gross_kes,
      coalesce(sum(h.tax_kes), 0)::bigint as tax_kes, coalesce(sum(w.payout_kes), 0)::bigint as net_kes
    from ${bounds(of)}, withdrawal w
    left join withholding h on h.member_id = w.member_id and h.withdrawal_id = w.withdrawal_id
    where w.member_id = ${of.memberId} and w.status = 'paid' and w.paid_at >= lo and w.paid_at < hi
  `.execute(trx)
  return rows[0] ?? { count: 0, grossKes: 0, taxKes: 0, netKes: 0 }
}
