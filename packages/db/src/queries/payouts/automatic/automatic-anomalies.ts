import { sql } from 'kysely'
import type { Db } from '../../../client.ts'

/** What the last hour minted, earned and paid, beside the usual. */
export type Anomalies = {
  mintedPoints: number
  revenueUsd: number
  paidKes: number
  /** An hour's average over the seven days before. */
  usualPaidKes: number
  /** Of the last payments that ended. */
  settledCount: number
  failedCount: number
}

/** `since`: when the switch was released last; failures before it do not count again. */
export async function getAnomalies(
  db: Db,
  { since, lastPayments }: { since: Date; lastPayments: number },
): Promise<Anomalies> {
  const { rows } = await sql<Anomalies>`
    with sent as materialized (
      select state, amount_kes, sending_at, settled_at from payout_attempt
      where sending_at > now() - interval '7 days 1 hour'
        and (state in ('sending', 'sent', 'unknown', 'needs_review', 'paid', 'failed') or receipt is not null)
    ), last as (
      select state from sent
      where state in ('paid', 'failed') and settled_at > greatest(now() - interval '6 hours', ${since})
      order by settled_at desc limit ${lastPayments}
    )
    select
      (select coalesce(sum(p.available_delta), 0)::bigint from posting p
        where p.created_at > now() - interval '1 hour' and p.available_delta > 0
          and p.kind not in ('release', 'payout-returned', 'debt-written-off', 'debt-moved')) as minted_points,
      (select coalesce(sum(c.amount_usd), 0)::float8 from partner_credit c
        where c.created_at > now() - interval '1 hour' and c.state <> 'reversed') as revenue_usd,
      (select coalesce(sum(amount_kes), 0)::bigint from sent
        where sending_at > now() - interval '1 hour' and state <> 'failed') as paid_kes,
      (select coalesce(sum(amount_kes), 0)::float8 / (7 * 24) from sent
        where sending_at <= now() - interval '1 hour' and state <> 'failed') as usual_paid_kes,
      (select count(*) from last) as settled_count,
      (select count(*) from last where state = 'failed') as failed_count
  `.execute(db)
  const [anomalies] = rows
  if (!anomalies) throw new Error('a select without from gives one row')
  return anomalies
}

/** What was sent in the last day, and what waits for a decision. */
export async function getPace(db: Db): Promise<{ sentDayKes: number; pendingKes: number }> {
  const { rows } = await sql<{ sentDayKes: number; pendingKes: number }>`
    select
      (select coalesce(sum(amount_kes), 0)::bigint from payout_attempt
        where sending_at > now() - interval '1 day' and state not in ('failed', 'not_sent')) as sent_day_kes,
      (select coalesce(sum(amount_kes), 0)::bigint from withdrawal where status = 'pending') as pending_kes
  `.execute(db)
  return rows[0] ?? { sentDayKes: 0, pendingKes: 0 }
}
