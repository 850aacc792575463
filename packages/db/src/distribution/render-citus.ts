import { type Placement, TABLES } from '../tables.ts'
import { RULE_EXCEPTIONS, TRIGGERS } from './exceptions.ts'

/** Write the statements that distribute the migrated schema over a Citus cluster: `infra/citus.sql`. */
export function renderCitus(): string {
  const tables = Object.entries(TABLES).map(([table, { placement }]) => ({ table, placement }))
  const of = (wanted: Placement['class']) => tables.filter(({ placement }) => placement.class === wanted)
  return [
    HEAD,
    '-- Rules that one server enforces and several cannot. docs/scaling.md says what holds instead.',
    ...RULE_EXCEPTIONS.map(
      ({ table, constraint }) => `alter table ${table} drop constraint if exists ${constraint};`,
    ),
    '',
    '-- Triggers that reach rows on other servers, which Citus refuses. docs/scaling.md says what stops without them.',
    ...Object.entries(TRIGGERS)
      .filter(([, reach]) => reach === 'elsewhere')
      .map(([name]) => name.split('.'))
      .map(([table, trigger]) => `drop trigger if exists ${trigger} on ${table};`),
    // Beside no member: on every server, where it cannot see that the member was erased in the same transaction.
    'drop trigger if exists bank_batch_row_guard on bank_batch_row;',
    '',
    FOREIGN_KEYS_ASIDE,
    '',
    '-- reference: every server has all of it.',
    ...of('reference').map(({ table }) => `select create_reference_table('${table}');`),
    '',
    '-- distributed: the rows of one member are on one server.',
    ...of('distributed').map(renderSpread),
    '',
    '-- lookup: placed by a value that must be unique.',
    ...of('lookup').map(renderSpread),
    '',
    '-- local: on the first server only, unchanged.',
    ...of('local').map(({ table }) => `--   ${table}`),
    '',
    FOREIGN_KEYS_BACK,
    '',
    FUNCTIONS,
    '',
  ].join('\n')
}

function renderSpread({ table, placement }: { table: string; placement: Placement }): string {
  if (!('by' in placement)) throw new Error(`${table} is not distributed`)
  return `select create_distributed_table('${table}', '${placement.by}', colocate_with => '${placement.with ?? 'none'}');`
}

const HEAD = `-- Distributes a migrated database over the servers of a Citus cluster. Run once, on the coordinator, with nothing else connected:
--   psql -v ON_ERROR_STOP=1 -f infra/citus.sql "$DATABASE_URL"
-- Generated from packages/db/src/tables.ts by the test of its distribution (npx vitest run packages/db/src/distribution -u).

-- The remaining triggers use only rows of the same member, which are on the same server.
set citus.enable_unsafe_triggers = on;
-- Foreign keys are added after their tables were written to.
set citus.multi_shard_modify_mode = 'sequential';
-- A referenced table cannot be written after a query on all servers that used several connections at once.
do $$ begin
  execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database());
end $$;
-- business_day and other functions that read the economy may run on any server: each has the economy.
do $$ begin
  execute format('alter database %I set citus.allow_nested_distributed_execution = on', current_database());
end $$;

-- now() is refused there, and the row to insert already has it.
create or replace function keep_former_email() returns trigger language plpgsql as $$
begin
  insert into former_email (member_id, email) values (old.member_id, old.email)
  on conflict (member_id, email) do update set left_at = excluded.left_at;
  return null;
end $$;
`

const FOREIGN_KEYS_ASIDE = `-- Of two tables that refer to each other neither can be distributed first: the references are dropped meanwhile.
create temp table reference_aside as
select conrelid::regclass::text as tab, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace;
do $$ declare r record; begin
  for r in select * from reference_aside loop execute format('alter table %s drop constraint %s', r.tab, r.name); end loop;
end $$;`

const FOREIGN_KEYS_BACK = `do $$ declare r record; begin
  for r in select * from reference_aside loop
    execute format('alter table %s add constraint %s %s', r.tab, r.name, r.definition);
  end loop;
end $$;`

const FUNCTIONS = `-- Functions that triggers call must be on every server too.
set client_min_messages = warning;
do $$ declare f regprocedure; begin
  for f in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop perform create_distributed_function(f); end loop;
end $$;`
