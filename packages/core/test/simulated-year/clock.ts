import { AsyncLocalStorage } from 'node:async_hooks'
import { type Db, getPool } from '@chuma/db/client'
import { sql } from 'kysely'

export type Clock = {
  /** Milliseconds since the epoch, as this process and the database see them. */
  now: () => number
  /** Let it become this time at once, unless it is later already. */
  set: (ms: number) => void
  /** Do work at this time, which may be before that of other clocks. */
  at: <T>(ms: number, work: () => Promise<T>) => Promise<T>
}

/** PostgreSQL looks in its own catalogue first, unless it stands here. */
const SEARCH_PATH = 'public, pg_catalog'

/** The same address for connections to a database whose clock can be moved. */
export function withMovedClock(url: string): string {
  const address = new URL(url)
  address.searchParams.set('options', `-c search_path=${SEARCH_PATH.replaceAll(' ', '')}`)
  return address.href
}

/** PostgreSQL writes these into the query instead of calling them, so they cost nothing. */
const FUNCTIONS = {
  now: 'stable',
  clock_timestamp: 'volatile',
  statement_timestamp: 'stable',
  transaction_timestamp: 'stable',
}

/**
 * Give a database, before its first migration, functions of its own for the time, which are found before PostgreSQL's. Without
 * them a year of holds, days and sessions would take a year.
 */
export async function createMovedTime(db: Db): Promise<void> {
  for (const [name, volatility] of Object.entries(FUNCTIONS)) {
    await sql`
      create function ${sql.ref(`public.${name}`)}() returns timestamptz language sql ${sql.raw(volatility)} as $$
        select ${sql.ref(`pg_catalog.${name}`)}() + make_interval(secs => coalesce(current_setting('moved.seconds', true), '0')::float8) $$
    `.execute(db)
  }
}

const RealDate = Date
const ownTime = new AsyncLocalStorage<{ movedMs: number }>()

/**
 * Let time be moved for the connections of a database that has these functions, and for this process. Several clocks show
 * different times: a process's Date is that of the clock whose work it does.
 */
export function startClock(db: Db): Clock {
  const time = { movedMs: 0 }
  const told = new WeakMap<object, number>()
  getPool(db).on('acquire', (client) => {
    if (told.get(client) === time.movedMs) return
    told.set(client, time.movedMs)
    // Before what the borrower sends.
    void client.query(`set moved.seconds = ${time.movedMs / 1000}`)
  })
  return {
    now: () => RealDate.now() + time.movedMs,
    set: (ms) => {
      // Work takes real seconds, in which the clock may have passed this time.
      time.movedMs = Math.max(time.movedMs, ms - RealDate.now())
    },
    at: (ms, work) => {
      time.movedMs = ms - RealDate.now()
      return ownTime.run(time, work)
    },
  }
}

/** This process's Date follows this clock, except for the work of another. */
export function followClock(clock: Clock): void {
  globalThis.Date = class extends RealDate {
    constructor(...time: ConstructorParameters<DateConstructor> | []) {
      super(...((time.length > 0 ? time : [Date.now()]) as ConstructorParameters<DateConstructor>))
    }
    static override now = () => {
      const own = ownTime.getStore()
      return own ? RealDate.now() + own.movedMs : clock.now()
    }
  } as DateConstructor
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
