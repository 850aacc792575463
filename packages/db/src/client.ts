import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
/** Functions that lock or write several rows ask for a Trx, so the compiler rejects calling them outside a transaction. */
export type Trx = Transaction<Database>

const { INT8, NUMERIC, DATE } = pg.types.builtins

function parseWholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly`)
  return value
}

const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: parseWholeNumber,
  [NUMERIC]: Number,
  // A calendar day is not a moment: as a Date it would shift with the machine's time zone.
  [DATE]: (text) => text,
}

type PoolOptions = { max?: number; onError?: (error: Error) => void }

/**
 * One pool for every database, embedded or not. A connection that breaks while nothing runs on it is reported to
 * `onError` and replaced by the pool; without a listener it would end the process.
 */
export function createDb(connectionString: string, options: PoolOptions = {}): Db {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format) },
  })
  pool.on('error', (error) => options.onError?.(error))
  // A connection that breaks between two statements of a transaction has no query to fail; the next one will.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)))
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()

/** Connections of what `createDb` made; `waiting`: calls that wait for one. */
export function getPoolStats(db: Db): { total: number; idle: number; waiting: number } {
  const pool = pools.get(db)
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}

/** Connection refused, reset or closed, a server starting or stopping (SQLSTATE classes 08 and 57P), too many clients. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|08\w{3}|57P0[123]|53300)$/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
  )
}
