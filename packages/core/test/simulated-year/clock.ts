import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'

export type Clock = {
  /** Milliseconds since the epoch, as this process and the database see them. */
  now: () => number
  /** Let it become this time at once, unless it is later already. */
  set: (ms: number) => Promise<void>
}

/** PostgreSQL looks in its own catalogue first, unless it stands here. */
const SEARCH_PATH = 'public, pg_catalog'

/** The same address for connections to a database whose clock can be moved. */
export function withMovedClock(url: string): string {
  const address = new URL(url)
  address.searchParams.set('options', `-c search_path=${SEARCH_PATH.replaceAll(' ', '')}`)
  return address.href
}

/**
 * Give a database, before its first migration, functions of its own for the time, which are found before PostgreSQL's, and this
 * process a Date that agrees with them. Without it a year of holds, days and sessions would take a year.
 */
export async function createClock(db: Db): Promise<Clock> {
  await sql`create schema moved`.execute(db)
  await sql`create table moved.clock (seconds float8 not null)`.execute(db)
  await sql`insert into moved.clock values (0)`.execute(db)
  for (const name of ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp']) {
    await sql`
      create function ${sql.ref(`public.${name}`)}() returns timestamptz language plpgsql stable as $$
        begin return ${sql.ref(`pg_catalog.${name}`)}() + make_interval(secs => (select seconds from moved.clock)); end $$
    `.execute(db)
  }
  const RealDate = Date
  let movedMs = 0
  globalThis.Date = class extends RealDate {
    constructor(...time: ConstructorParameters<DateConstructor> | []) {
      super(
        ...((time.length > 0 ? time : [RealDate.now() + movedMs]) as ConstructorParameters<DateConstructor>),
      )
    }
    static override now = () => RealDate.now() + movedMs
  } as DateConstructor
  return {
    now: () => Date.now(),
    set: async (ms) => {
      // Work takes real seconds, in which the clock may have passed this time.
      if (ms <= Date.now()) return
      movedMs = ms - RealDate.now()
      await sql`update moved.clock set seconds = ${movedMs / 1000}`.execute(db)
    },
  }
}

/** Functions that name their own search path find the moved time too. Once they exist. */
export async function moveFunctions(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select p.oid::regprocedure::text as name from pg_proc p, unnest(p.proconfig) as setting
    where setting like 'search_path=public%'
  `.execute(db)
  for (const { name } of rows)
    await sql`alter function ${sql.raw(name)} set search_path = ${sql.raw(`${SEARCH_PATH}, pg_temp`)}`.execute(
      db,
    )
}
