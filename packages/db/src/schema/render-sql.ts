import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../client.ts'
import { SERVER_ROLE } from '../embedded/credentials.ts'

type Relation = {
  name: string
  kind: 'table' | 'unlogged table' | 'view'
  options: string | null
  grants: string | null
}
type Part = { relation: string; text: string }

/** Write the migrated schema as SQL: `schema.sql`. Read from the catalogue, because the bundled PostgreSQL has no pg_dump. */
export async function renderSql(db: Db): Promise<string> {
  const [relations, columns, constraints, indexes, triggers] = await Promise.all([
    listRelations(db),
    listColumns(db),
    listConstraints(db),
    listIndexes(db),
    listTriggers(db),
  ])
  const of = (parts: Part[], name: string) =>
    parts.filter(({ relation }) => relation === name).map(({ text }) => text)
  const tables = relations.map(({ name, kind, options, grants }) =>
    [
      `create ${kind} ${name} (`,
      [...of(columns, name), ...of(constraints, name)].map((line) => `  ${line}`).join(',\n'),
      options === null ? ');' : `) with (${options});`,
      ...of(indexes, name).map((text) => `${text};`),
      ...of(triggers, name).map((text) => `${text};`),
      ...(grants === null ? [] : [`-- privileges: ${grants}`]),
    ].join('\n'),
  )
  return [HEAD, ...tables, (await listFunctions(db)).join('\n'), ''].join('\n\n').replace(/\n+$/, '\n')
}

const HEAD =
  '-- The schema as migrations/ and functions/ make it. Written by `npm run schema`, never by hand.'

const ours = sql`'public'::regnamespace`
const isShown = sql`c.relnamespace = ${ours} and c.relkind in ('r', 'p', 'v') and c.relname not like 'kysely_migration%'`

/** Rights apart from those of the server's role, which `TABLES` lists. */
const others = (acl: RawBuilder<unknown>) => sql`
  array(select item::text from unnest(${acl}) item where item::text not like ${`${SERVER_ROLE}=%`})::text
`

async function listRelations(db: Db): Promise<Relation[]> {
  const { rows } = await sql<Relation>`
    select c.relname as name, array_to_string(c.reloptions, ', ') as options,
      case when c.relkind = 'v' then 'view' when c.relpersistence = 'u' then 'unlogged table' else 'table' end as kind,
      nullif(replace(concat_ws(' ', nullif(${others(sql`c.relacl`)}, acldefault('r', c.relowner)::text), (
        select string_agg(a.attname || ' ' || ${others(sql`a.attacl`)}, ' ' order by a.attname)
        from pg_attribute a where a.attrelid = c.oid and ${others(sql`a.attacl`)} <> '{}'
      )), current_user, 'owner'), '') as grants
    from pg_class c where ${isShown} order by 1
  `.execute(db)
  return rows
}

async function listColumns(db: Db): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select c.relname as relation, concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end,
      case when a.attidentity = 'a' then 'generated always as identity' end,
      case when a.attgenerated = 's' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
        else 'default ' || pg_get_expr(d.adbin, d.adrelid) end) as text
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${isShown} order by 1, a.attnum
  `.execute(db)
  return rows
}

async function listConstraints(db: Db): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select c.relname as relation, 'constraint ' || n.conname || ' ' || pg_get_constraintdef(n.oid) as text
    from pg_class c join pg_constraint n on n.conrelid = c.oid and n.contype in ('p', 'u', 'f', 'c', 'x')
    where ${isShown} order by 1, position(n.contype in 'pufcx'), n.conname
  `.execute(db)
  return rows
}

async function listIndexes(db: Db): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select c.relname as relation, pg_get_indexdef(i.indexrelid) as text
    from pg_class c join pg_index i on i.indrelid = c.oid
    where ${isShown} and not exists (select from pg_constraint n where n.conindid = i.indexrelid and n.contype <> 'f')
    order by 1, i.indexrelid::regclass::text
  `.execute(db)
  return rows
}

async function listTriggers(db: Db): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select c.relname as relation, pg_get_triggerdef(t.oid) as text
    from pg_class c join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
    where ${isShown} order by 1, t.tgname
  `.execute(db)
  return rows
}

/** Their bodies are in `functions/`; an extension brings its own. */
async function listFunctions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select format('-- function %s(%s) returns %s', p.proname, pg_get_function_identity_arguments(p.oid),
      pg_get_function_result(p.oid)) as text
    from pg_proc p
    where p.pronamespace = ${ours}
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname
  `.execute(db)
  return rows.map(({ text }) => text)
}
