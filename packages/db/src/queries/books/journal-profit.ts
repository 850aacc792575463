import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { ProfitAndLoss } from '@chuma/contract/books/journal-reports'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import { NO_PARTNER } from './journal-reads.ts'

const MOST_OFFERS = 50

/** Today's shillings for a dollar. */
export const kesPerUsdNow = sql`coalesce(
  (select record ->> 'kesPerUsd' from economy_version order by version desc limit 1), ${String(defaultEconomy.kesPerUsd)}
)::numeric`

/** Shillings for a dollar on the day of a row of `d`. */
const kesPerUsd = sql`coalesce((select p.kes_per_usd from journal_points_day p where p.day = d.day), ${kesPerUsdNow})`

type Period = { from: string; to: string }

/**
 * The dollars of partners' payments, at our rate of each one's day as the payment keeps it. What arrived is booked in shillings beside
 * them: the account of exchange differences then says what was gained or lost, and nothing of a payment that was cancelled.
 */
const receivedUsd = ({ from, to }: Period) => sql`
  select e.day, 'fx-difference' as account, 'USD' as currency, l.minor,
    sign(l.minor) * (r.kes_cents + r.charge_kes_cents - r.fx_difference_kes_cents) as kes_minor
  from journal_entry e
  join journal_line l on l.entry_id = e.entry_id and l.account = 'fx-difference' and l.currency = 'USD'
  join partner_receipt r on r.receipt_id = split_part(e.source_key, ':', 2)::uuid
  where e.kind = 'partner-received' and e.day between ${from}::date and ${to}::date`

/** What the accounts of profit and loss moved, by month. */
export async function listProfitMonths(db: Db, { from, to }: Period): Promise<ProfitAndLoss['months']> {
  const { rows } = await sql<ProfitAndLoss['months'][number]>`
    select to_char(day, 'YYYY-MM') as month, code as account, number, name, type,
      coalesce(sum(minor * sign) filter (where currency = 'USD'), 0)::bigint as usd_minor,
      round(sum(kes_minor * sign))::bigint as kes_minor
    from (
      select d.day, d.account, d.currency, sum(d.debit_minor - d.credit_minor) as minor,
        sum(d.debit_minor - d.credit_minor) * case d.currency when 'USD' then ${kesPerUsd} else 1 end as kes_minor
      from journal_day d
      where d.day between ${from}::date and ${to}::date and (d.account, d.currency) <> ('fx-difference', 'USD')
      group by d.day, d.account, d.currency
      union all ${receivedUsd({ from, to })}
    ) as moved
    join journal_account a on a.code = moved.account and a.type in ('revenue', 'expense')
    cross join lateral (select case a.type when 'revenue' then -1 else 1 end as sign) as side
    group by 1, 2, 3, 4, 5 order by 1, 3
  `.execute(db)
  return rows
}

/** What each partner brought, and what its credits cost. */
export async function listProfitPartners(db: Db, { from, to }: Period): Promise<ProfitAndLoss['partners']> {
  const { rows } = await sql<ProfitAndLoss['partners'][number]>`
    select p.partner_id, p.name, sum(usd)::bigint as usd_minor, round(sum(kes + usd * rate))::bigint as revenue_minor,
      sum(rewards)::bigint as rewards_minor
    from (
      select d.partner_id, d.day,
        coalesce(sum(d.credit_minor - d.debit_minor) filter (where a.type = 'revenue' and d.currency = 'USD'), 0) as usd,
        coalesce(sum(d.credit_minor - d.debit_minor) filter (where a.type = 'revenue' and d.currency = 'KES'), 0) as kes,
        coalesce(sum(d.debit_minor - d.credit_minor) filter (where d.account = 'rewards-expense'), 0) as rewards,
        ${kesPerUsd} as rate
      from journal_day d join journal_account a on a.code = d.account
      where d.partner_id <> ${NO_PARTNER}::uuid and d.day between ${from}::date and ${to}::date
      group by d.partner_id, d.day
    ) as moved join partner p on p.partner_id = moved.partner_id
    group by p.partner_id order by 4 desc, p.name
  `.execute(db)
  return rows
}

/** What the offers that brought most brought, and what their credits cost. */
export async function listProfitOffers(db: Db, { from, to }: Period): Promise<ProfitAndLoss['offers']> {
  const { rows } = await sql<ProfitAndLoss['offers'][number]>`
    select s.survey_id, s.title, sum(d.credits)::bigint as credits, sum(d.usd_minor)::bigint as usd_minor,
      round(sum(d.usd_minor * p.kes_per_usd))::bigint as revenue_minor, sum(d.kes_minor)::bigint as rewards_minor
    from journal_offer_day d join journal_points_day p on p.day = d.day join survey s on s.survey_id = d.survey_id
    where d.day between ${from}::date and ${to}::date
    group by s.survey_id order by 5 desc, s.title limit ${MOST_OFFERS}
  `.execute(db)
  return rows
}
