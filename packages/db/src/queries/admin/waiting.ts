import type { WaitingKind, waitingWork } from '@chuma/contract/admin/waiting'
import type { Answer } from '@chuma/contract/fields'
import { CLUSTER_DECISION_DAYS } from '@chuma/contract/payouts/clusters'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../client.ts'
import { JOB_QUEUES } from '../jobs.ts'
import { isHeld } from '../payouts/payouts.ts'

/** `providers`: whose queues and balances pay. `approvalKinds`: of the requests that the reader may see. */
type Reader = { providers: readonly string[]; approvalKinds: readonly string[] }

/** Each source's rows, as an index of exactly these rows has them, and since when one waits. */
const SOURCES: Record<WaitingKind, (reader: Reader) => RawBuilder<unknown>> = {
  'books-broken': () => sql`
    select checked_at as since from (
      select checked_at, findings from books_check order by check_id desc limit 1
    ) last where findings <> '[]'`,
  'mails-waiting': () => sql`
    select raised_at as since from alarm where cause = 'mails-waiting' and cleared_at is null`,
  'payouts-stopped': ({ providers }) =>
    sql`select since from payout_queue where provider = any(${providers}) and is_stopped`,
  'low-float': ({ providers }) =>
    sql`select asked_at as since from payout_float where provider = any(${providers}) and is_low`,
  'automatic-stopped': () => sql`select tripped_at as since from automatic_payout_switch where is_tripped`,
  'unclear-payouts': () => sql`
    select requested_at as since from withdrawal where status = 'approved' and payout_state = 'needs_review'`,
  differences: () => sql`select found_at as since from reconciliation_difference where resolved_at is null`,
  'statement-rows': () => sql`select since from statement_desk`,
  'failed-jobs': () => sql`
    select completed_on as since from pgboss.job
    where name = any(${Object.keys(JOB_QUEUES)}::text[]) and state = 'failed'`,
  'lone-approvals': ({ approvalKinds }) => sql`
    select created_at as since from approval_request where state = 'waiting' and runs_at is not null
      and kind = any(${approvalKinds}::text[])`,
  withdrawals: () => sql`
    select requested_at as since from withdrawal where status = 'pending'`,
  holds: () => sql`
    select requested_at as since from withdrawal where payout_state in ('manual', 'queued') and ${isHeld}`,
  approvals: ({ approvalKinds }) => sql`
    select created_at as since from approval_request where state = 'waiting' and runs_at is null and expires_at > now()
      and kind = any(${approvalKinds}::text[])`,
  'payouts-by-hand': () => sql`
    select requested_at as since from withdrawal where payout_state = 'manual' and not ${isHeld}`,
  proofs: () => sql`select submitted_at as since from task_proof where state = 'submitted'`,
  'credit-reviews': () => sql`select created_at as since from partner_credit where state = 'review'`,
  claims: () => sql`select opened_at as since from credit_claim where state = 'open'`,
  'survey-reviews': () => sql`
    select opened_at as since from survey_review where state in ('held', 'appealed')`,
  appeals: () => sql`
    select appealed_at as since from payout_pause
    where appealed_at is not null and answered_at is null and lifted_at is null`,
  clusters: () => sql`
    select waits_since as since from cluster where state = 'found' and score >= 50
    union all
    select decided_at as since from cluster
    where state = 'held' and decided_at <= now() - make_interval(days => ${CLUSTER_DECISION_DAYS})`,
  messages: () => sql`select created_at as since from contact_message where status = 'new'`,
}

/** A longer backlog is as much work, and counting it after every change would not be. */
const MAX_COUNTED = 1000

/** Count what waits, at most a thousand of each kind, in the order of `kinds`. */
export async function countWaiting(db: Db, { kinds, ...reader }: Reader & { kinds: readonly WaitingKind[] }) {
  if (kinds.length === 0) return []
  const counts = kinds.map(
    (kind, place) =>
      sql`select ${place}::int as place, ${kind} as kind, count(*) as count, min(since) as since
        from (${SOURCES[kind](reader)} order by since limit ${MAX_COUNTED}) as waiting`,
  )
  const { rows } = await sql<Answer<typeof waitingWork>[number]>`
    select kind, count, since from (${sql.join(counts, sql` union all `)}) as counted order by place
  `.execute(db)
  return rows
}
