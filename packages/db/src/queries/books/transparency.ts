import type { transparency } from '@chuma/contract/books/tax'
import type { Answer } from '@chuma/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'

type Transparency = Answer<typeof transparency>

type Paid = Omit<Transparency, 'openByAge' | 'computedAt'>

/** Read what was paid, to how many, and how long they waited. */
export async function getPaidFigures(db: Db, leastForTimes: number): Promise<Paid> {
  const { rows } = await sql<Paid>`
    with recent as (
      select extract(epoch from paid_at - requested_at) as seconds from withdrawal
      where status = 'paid' and paid_at > now() - interval '90 days'
    ), times as (
      select count(*) as n, round(percentile_cont(0.5) within group (order by seconds))::bigint as median,
        round(percentile_cont(0.95) within group (order by seconds))::bigint as p95
      from recent
    )
    select
      (select coalesce(sum(payout_kes), 0)::bigint from withdrawal where status = 'paid') as paid_kes,
      (select coalesce(sum(payout_kes), 0)::bigint from withdrawal
        where status = 'paid' and paid_at > now() - interval '30 days') as paid_kes_last30_days,
      (select count(distinct member_id) from withdrawal where status = 'paid') as members_paid,
      n as timed_count, case when n >= ${leastForTimes} then median end as median_seconds,
      case when n >= ${leastForTimes} then p95 end as p95_seconds
    from times
  `.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('an aggregate gives one row')
  return figures
}

export async function getOpenByAge(db: Db): Promise<Transparency['openByAge']> {
  const { rows } = await sql<Transparency['openByAge']>`
    select
      count(*) filter (where age < interval '1 day') as under_one_day,
      count(*) filter (where age >= interval '1 day' and age < interval '3 days') as one_to_three_days,
      count(*) filter (where age >= interval '3 days' and age < interval '7 days') as three_to_seven_days,
      count(*) filter (where age >= interval '7 days') as over_seven_days
    from (select now() - requested_at as age from withdrawal where status in ('pending', 'approved')) open
  `.execute(db)
  const [ages] = rows
  if (!ages) throw new Error('an aggregate gives one row')
  return ages
}
