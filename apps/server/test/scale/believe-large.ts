import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'

/** As large as the business's catalogue, or as the calendar: no member more makes them longer. */
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
  ...['figure_day', 'daily_figure', 'daily_offer_figure', 'page_view', 'reconciliation_run', 'points_total'],
  'webhook_endpoint',
]

/**
 * Tells the planner that every table that grows with members, and each of its indexes, has so many times the rows that were
 * counted in it: what stands in a column and how it is spread stays as it was found. What it then chooses is what it chooses
 * in the large database, and filling a hundredth of that takes seconds. Nothing counts again behind our back.
 * @returns the rows that it believes in, by the name of the table or index
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

/** As there are more members, each has as much as before: who has most has not two hundred times as much. */
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
