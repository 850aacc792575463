import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'

/** As large as the catalogue or the calendar: more members do not make them longer. */
const FIXED = [
  ...[
    'survey',
    'survey_count',
    'task',
    'task_count',
    'spin_count',
    'partner',
    'quiz_question',
    'question_count',
  ],
  ...['figure_day', 'daily_figure', 'daily_offer_figure', 'page_view', 'reconciliation_run'],
  // Sums of a day for each account, partner and offer: `npm run bench -- books` measures what reads them.
  ...[
    'journal_day',
    'journal_points_day',
    'journal_offer_day',
    'partner_account',
    'partner_account_day',
    'partner_receipt',
  ],
  // Organisations, and what they see and pay: their number is the operator's.
  ...[
    'client_organisation',
    'client_user',
    'client_survey',
    'client_link',
    'client_session',
    'client_comment',
  ],
  ...[
    'client_dataset',
    'client_account',
    'client_order',
    'client_quote',
    'client_dispute',
    'client_day',
    'client_receipt',
  ],
  'webhook_endpoint',
  // A queue that a job empties each minute.
  'partner_accrual',
  'client_step',
]

/**
 * Make the planner believe that tables that grow with members, and their indexes, have `times` their rows, spread as found.
 * It then plans as in the large database, and filling a hundredth of that takes seconds. Autovacuum does not count again.
 * @returns the number of rows it believes in, by the name of the table or index
 */
export async function believeLarge(db: Db, times: number): Promise<ReadonlyMap<string, number>> {
  await sql`
    do $$ declare name text; begin
      for name in select c.oid::regclass from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      loop execute format('alter table %s set (autovacuum_enabled = off)', name); end loop;
    end $$`.execute(db)
  await sql`analyze`.execute(db)
  await spreadMembers(db)
  const { rows } = await sql<{ name: string; tuples: number }>`
    select c.relname as name, c.reltuples * ${times} as tuples,
      pg_restore_relation_stats('schemaname', n.nspname::text, 'relname', c.relname::text, 'relpages', c.relpages,
        'reltuples', (c.reltuples * ${times})::real)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_index i on i.indexrelid = c.oid
    where n.nspname = 'public' and c.relkind in ('r', 'i') and c.reltuples >= 0
      and coalesce(i.indrelid, c.oid)::regclass::text <> all (${FIXED})
  `.execute(db)
  return new Map(rows.map(({ name, tuples }) => [name, tuples]))
}

/** More members have as much each as before: the largest member does not grow with `times`. */
async function spreadMembers(db: Db): Promise<void> {
  await sql`
    select pg_clear_attribute_stats(s.schemaname::text, s.tablename::text, s.attname::text, false),
      pg_restore_attribute_stats('schemaname', s.schemaname::text, 'relname', s.tablename::text, 'attname', s.attname::text,
        'inherited', false, 'null_frac', s.null_frac, 'avg_width', s.avg_width, 'n_distinct', s.share)
    from (
      select p.*, (case when n_distinct < 0 then n_distinct else -n_distinct / greatest(c.reltuples, n_distinct) end)::real as share
      from pg_stats p join pg_class c on c.oid = format('%I.%I', p.schemaname, p.tablename)::regclass
      where p.schemaname = 'public' and p.attname = 'member_id' and c.relkind = 'r' and c.reltuples > 0
    ) as s
  `.execute(db)
}
