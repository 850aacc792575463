import type { BankMapping, statementMapping } from '@chuma/contract/books/statement-mapping'
import type { StatementMonth } from '@chuma/contract/books/statements'
import type { Answer } from '@chuma/contract/timestamp'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'

/**
 * List each account's months, newest first. A balance is the one after its row: of rows of the same moment the first is the one before
 * which no other's balance stands, and the last the one whose balance stands before no other.
 */
export async function listStatementMonths(db: Db, limit = 24): Promise<StatementMonth[]> {
  const { rows } = await sql<StatementMonth>`
    with months as materialized (
      select account, date_trunc('month', day)::date as month from statement_row where day is not null
      group by 1, 2 order by 2 desc, 1 limit ${limit}
    ), since as materialized (
      select coalesce(min(month), current_date) as day from months
    ), booked as materialized (
      select e.account, date_trunc('month', e.day)::date as month, e.kind, sum(e.amount_cents)::bigint as cents
      from statement_entry e where e.day >= (select day from since) group by 1, 2, 3
    ), waiting as materialized (
      select d.account, date_trunc('month', r.day)::date as month, count(*) as rows,
        coalesce(sum(r.amount_cents) filter (where r.purpose <> 'pending'), 0)::bigint as cents
      from statement_desk d join statement_row r on r.row_id = d.row_id where r.day is not null group by 1, 2
    ), moved as materialized (
      select account, date_trunc('month', day)::date as month, row_id, at, amount_cents, balance_cents
      from statement_row
      where day >= (select day from since) and purpose not in ('failed', 'pending', 'unreadable')
    ), ends as materialized (
      select account, month, sum(amount_cents)::bigint as cents, min(at) as first_at, max(at) as last_at,
        bool_and(balance_cents is not null) as has_balances
      from moved group by account, month
    ), opening as materialized (
      select distinct on (r.account, r.month) r.account, r.month, r.balance_cents - r.amount_cents as cents
      from ends e join moved r on r.account = e.account and r.month = e.month and r.at = e.first_at
      order by r.account, r.month, exists (
        select from moved o where o.account = r.account and o.month = r.month and o.at = r.at and o.row_id <> r.row_id
          and o.balance_cents = r.balance_cents - r.amount_cents
      ), r.row_id
    ), closing as materialized (
      select distinct on (r.account, r.month) r.account, r.month, r.balance_cents as cents
      from ends e join moved r on r.account = e.account and r.month = e.month and r.at = e.last_at
      order by r.account, r.month, exists (
        select from moved o where o.account = r.account and o.month = r.month and o.at = r.at and o.row_id <> r.row_id
          and o.balance_cents - o.amount_cents = r.balance_cents
      ), r.row_id
    ), kinds as materialized (
      select account, month,
        coalesce(sum(cents) filter (where kind = 'payout'), 0)::bigint as payout_cents,
        coalesce(sum(cents) filter (where kind = 'charge'), 0)::bigint as charge_cents,
        coalesce(sum(cents) filter (where kind = 'collection'), 0)::bigint as collection_cents,
        coalesce(sum(cents) filter (where kind = 'top-up'), 0)::bigint as top_up_cents,
        coalesce(sum(cents) filter (where kind = 'transfer'), 0)::bigint as transfer_cents,
        coalesce(sum(cents) filter (where kind in ('other', 'not-ours')), 0)::bigint as other_cents
      from booked group by account, month
    )
    select m.account, to_char(m.month, 'YYYY-MM') as month,
      coalesce(k.payout_cents, 0) as payout_cents, coalesce(k.charge_cents, 0) as charge_cents,
      coalesce(k.collection_cents, 0) as collection_cents, coalesce(k.top_up_cents, 0) as top_up_cents,
      coalesce(k.transfer_cents, 0) as transfer_cents, coalesce(k.other_cents, 0) as other_cents,
      coalesce(w.rows, 0)::bigint as waiting_count, coalesce(w.cents, 0) as waiting_cents,
      case when e.has_balances then o.cents end as opening_cents,
      case when e.has_balances then o.cents + e.cents end as expected_cents,
      case when e.has_balances then c.cents end as closing_cents
    from months m
    left join kinds k on k.account = m.account and k.month = m.month
    left join waiting w on w.account = m.account and w.month = m.month
    left join ends e on e.account = m.account and e.month = m.month
    left join opening o on o.account = m.account and o.month = m.month
    left join closing c on c.account = m.account and c.month = m.month
    order by m.month desc, m.account
  `.execute(db)
  return rows
}

/** List the last version of every bank's mapping. */
export async function listMappings(db: Db, limit = 100): Promise<Answer<typeof statementMapping>[]> {
  const { rows } = await sql<Answer<typeof statementMapping> & { mapping: BankMapping }>`
    select distinct on (account) name, account, version, mapping, saved_at, saved_by
    from statement_mapping where account like 'bank:%' order by account, version desc limit ${limit}
  `.execute(db)
  return rows
}
