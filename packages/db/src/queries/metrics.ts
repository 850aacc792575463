import { sql } from 'kysely'
import type { Db } from '../client.ts'

export type Gauges = {
  /** Age in seconds of the withdrawal that waits longest for a decision; 0 when none does. */
  oldestPendingSeconds: number
  /** What the last check of the books found, and how long ago it was; 0 before the first. */
  bookFindings: number
  booksCheckedSeconds: number
  /** How long ago the books were sealed, if a posting has come since; otherwise 0. */
  unsealedSeconds: number
  /** 1: auto-approval is stopped. */
  automaticStopped: number
  withdrawals: { state: string; count: number }[]
  jobs: { queue: string; state: string; count: number }[]
  postings: { kind: string; count: number }[]
  partnerEvents: { outcome: string; count: number }[]
  mails: { state: string; count: number }[]
  alarms: { cause: string; count: number }[]
}

/** Read figures of the whole installation, the same from any process. Growing ones are counted over the last hour. */
export async function readGauges(db: Db): Promise<Gauges> {
  const { rows } = await sql<Gauges>`
    select
      (select coalesce(extract(epoch from clock_timestamp() - min(requested_at)), 0)::float from withdrawal
        where status = 'pending') as oldest_pending_seconds,
      coalesce((select jsonb_array_length(findings) from books_check order by check_id desc limit 1), 0)
        as book_findings,
      (select coalesce(extract(epoch from clock_timestamp() - max(checked_at)), 0)::float from books_check)
        as books_checked_seconds,
      (select case when newest > coalesce(sealed_at, '-infinity') then least(
          extract(epoch from clock_timestamp() - coalesce(sealed_at, 'epoch')), 1e9)::float else 0 end
        from (select max(created_at) as newest from posting) p,
          (select max(sealed_at) as sealed_at from seal) s) as unsealed_seconds,
      (select is_tripped::int from automatic_payout_switch) as automatic_stopped,
      ${counts(sql`select coalesce(payout_state, 'pending') as label from withdrawal where status in ('pending', 'approved')`, 'state')}
        as withdrawals,
      ${counts(sql`select kind as label from posting where created_at > now() - interval '1 hour'`, 'kind')} as postings,
      ${counts(
        sql`select outcome as label from partner_event_outcome
          where outcome in ('rejected', 'unmatched') and received_at > now() - interval '1 hour'`,
        'outcome',
      )} as partner_events,
      ${counts(
        sql`select state as label from mail_delivery
          where state in ('sending', 'refused', 'unknown') and created_at > now() - interval '1 day'`,
        'state',
      )} as mails,
      ${counts(sql`select cause as label from alarm where cleared_at is null`, 'cause')} as alarms,
      (select coalesce(jsonb_agg(job), '[]') from (
        select name as queue, state::text, count(*) from pgboss.job
        where state in ('created', 'retry', 'active', 'failed') group by name, state
      ) job) as jobs
  `.execute(db)
  const [gauges] = rows
  if (!gauges) throw new Error('a select without from gives one row')
  return gauges
}

/** Count the rows of each `label`, as a list of objects that have it under `name`. */
function counts(rows: ReturnType<typeof sql>, name: string) {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object(${name}::text, label, 'count', n)), '[]')
    from (select label, count(*) as n from (${rows}) as each group by label) as counted
  )`
}
