import type { Socket } from 'node:net'
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { Database } from './schema.gen.ts'
import type { WithGuardedStates } from './state-columns.ts'

type Guarded = WithGuardedStates<Database>

export type Db = Kysely<Guarded>
/** Functions that lock or write several rows take a Trx, so that a call outside a transaction does not compile. */
export type Trx = Transaction<Guarded>

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

/** A finished statement, successful or not. */
export type QueryEvent = LogEvent

type PoolOptions = {
  max?: number
  /** How long a call waits for a connection before it fails. */
  waitMs?: number
  /** How many calls may wait for a connection; more fail immediately. */
  maxWaiting?: number
  /** How long a transaction waits for a lock, and for one statement. Default: what the role has. */
  lockMs?: number
  statementMs?: number
  /** How long a query may stay without an answer before its connection is closed. */
  silenceMs?: number
  onError?: (error: Error) => void
  onQuery?: ((event: QueryEvent) => void) | undefined
}

/**
 * Create one pool for any database, embedded or not. A connection that breaks while idle is reported to `onError` and
 * replaced. Nothing relies on a session: PgBouncer may give every transaction another connection.
 */
export function createDb(connectionString: string, options: PoolOptions = {}): Db {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.waitMs ?? 10_000,
    // A machine that vanished sends nothing, and neither does a network that forgot an idle connection.
    keepAlive: true,
    types: { getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format) },
  })
  pool.on('error', (error) => options.onError?.(error))
  // A connection that breaks between two statements has no query to fail; the next query will fail.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)))
  const outbox = createOutbox(pool)
  const { silenceMs } = options
  if (silenceMs) pool.on('connect', (client) => endWhenSilent(client, silenceMs))
  const db = new Kysely<Guarded>({
    dialect: adapt(new PostgresDialect({ pool: limitWaiting(pool, options.maxWaiting) }), {
      ...options,
      outbox,
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(options.onQuery ? { log: options.onQuery } : {}),
  })
  pools.set(db, pool)
  outboxes.set(db, outbox)
  return db
}

/**
 * Close a connection whose query never gets a response: the server is gone, or its commit waits for a lost standby. Whether
 * the query took effect is unknown. A cancel would end a waiting commit by keeping it on one machine only.
 */
function endWhenSilent(client: pg.PoolClient, silenceMs: number): void {
  const stream = streamOf(client)
  if (!stream) return
  // The server has just reported that it is ready.
  let writtenWhenHeard = stream.bytesWritten
  stream.on('data', () => {
    writtenWhenHeard = stream.bytesWritten
  })
  stream.setTimeout(silenceMs)
  stream.on('timeout', () => {
    // Silence without a query is idleness.
    if (stream.bytesWritten === writtenWhenHeard) return
    const message = `Connection terminated: no answer for ${silenceMs / 1000} s`
    stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
  })
}

/** The library keeps the socket private; TLS replaces the one it began with. */
function streamOf(client: object): Socket | undefined {
  return 'connection' in client ? (client.connection as { stream: Socket }).stream : undefined
}

/** A line without an end would keep every call of a stalled database in memory. */
function limitWaiting(pool: pg.Pool, maxWaiting = Number.POSITIVE_INFINITY): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      if (pool.waitingCount >= maxWaiting) throw Object.assign(new Error(LINE_FULL), { code: TOO_MANY })
      return pool.connect()
    },
  }
}

const LINE_FULL = 'too many calls wait for a connection'
/** PostgreSQL's own `too_many_connections`. */
const TOO_MANY = '53300'

/** Kysely's migration lock belongs to the session, and PgBouncer would strand it; `migrate.ts` takes its own. */
function adapt(postgres: PostgresDialect, options: PoolOptions & { outbox: Outbox }): Dialect {
  const nothing = async () => {}
  const locks = { acquireMigrationLock: nothing, releaseMigrationLock: nothing }
  return {
    createAdapter: () => Object.assign(new PostgresAdapter(), locks),
    createDriver: () => withNotices(withTimeouts(postgres.createDriver(), options), options.outbox),
    createIntrospector: (db) => postgres.createIntrospector(db),
    createQueryCompiler: () => postgres.createQueryCompiler(),
  }
}

/** For one transaction, because a pooler gives the next one another connection. Sent with `begin`, so no round trip is added. */
function withTimeouts(driver: Driver, { lockMs, statementMs }: PoolOptions): Driver {
  const settings = [
    ...(lockMs ? [`set local lock_timeout = ${lockMs}`] : []),
    ...(statementMs ? [`set local statement_timeout = ${statementMs}`] : []),
  ].join('; ')
  if (settings === '') return driver
  const begin = driver.beginTransaction.bind(driver)
  return Object.assign(driver, {
    beginTransaction: (connection: DatabaseConnection, chosen: TransactionSettings) => {
      const executeQuery = <R>({ sql }: CompiledQuery) =>
        connection.executeQuery<R>(CompiledQuery.raw(`${sql}; ${settings}`))
      return begin({ ...connection, executeQuery }, chosen)
    },
  })
}

/** What other processes should look at again. A lost one costs seconds: those who listen also look on their own. */
type Notice = { channel: string; payload: string }

export const SEND_NOTICES =
  'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n (channel, payload)'

type Outbox = {
  add: (notices: Iterable<Notice>) => void
  /** Resolves when nothing is left to send. */
  empty: () => Promise<void>
}

/**
 * Sends notices with few statements, one at a time: what is added meanwhile goes with the next. Outside transactions, because
 * PostgreSQL commits those that notify one after the other, and several servers refuse them.
 */
function createOutbox(pool: pg.Pool): Outbox {
  let waiting = new Map<string, Notice>()
  let sending: Promise<void> | null = null
  const send = async () => {
    while (waiting.size > 0) {
      const notices = [...waiting.values()]
      waiting = new Map()
      const columns = [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)]
      await pool.query(SEND_NOTICES, columns).catch(() => {})
    }
    sending = null
  }
  return {
    add: (notices) => {
      for (const notice of notices) waiting.set(`${notice.channel} ${notice.payload}`, notice)
      if (waiting.size > 0) sending ??= send()
    },
    empty: async () => {
      await sending
    },
  }
}

const outboxes = new WeakMap<Db, Outbox>()
const noticesOf = new WeakMap<DatabaseConnection, Notice[]>()

/** Tell other processes once the transaction has committed; at once, if there is none. */
export async function notifyAfterCommit(db: Db, notice: Notice): Promise<void> {
  if (!db.isTransaction) return outboxes.get(db)?.add([notice])
  await db.getExecutor().provideConnection(async (connection) => {
    noticesOf.set(connection, [...(noticesOf.get(connection) ?? []), notice])
  })
}

function withNotices(driver: Driver, outbox: Outbox): Driver {
  const [commit, rollback] = [driver.commitTransaction.bind(driver), driver.rollbackTransaction.bind(driver)]
  const destroy = driver.destroy.bind(driver)
  const take = (connection: DatabaseConnection) => {
    const notices = noticesOf.get(connection) ?? []
    noticesOf.delete(connection)
    return notices
  }
  return Object.assign(driver, {
    commitTransaction: async (connection: DatabaseConnection) => {
      const notices = take(connection)
      await commit(connection)
      outbox.add(notices)
    },
    rollbackTransaction: async (connection: DatabaseConnection) => {
      take(connection)
      await rollback(connection)
    },
    destroy: async (options: Parameters<Driver['destroy']>[0]) => {
      await outbox.empty()
      await destroy(options)
    },
  })
}

const pools = new WeakMap<Db, pg.Pool>()

/** For pg-boss, which reads its own column names and sends several statements at once: Kysely returns no rows for those. */
export function getPool(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('not a database of createDb')
  return pool
}

/** Count the connections of a pool; `waiting` is the number of calls that wait for one. */
export function getPoolStats(db: Db): { total: number; idle: number; waiting: number } {
  const pool = pools.get(db)
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}

/**
 * Whether the database cannot be reached: connection refused or lost, a server starting or stopping (SQLSTATE 08 and 57P), an
 * idle transaction that was ended, a full disk, a leader turned standby. A failed rollback hides what broke the connection.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (isDatabaseBusy(error)) return false
  const { code, message } = read(error)
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|08\w{3}|57P0[123]|25P03|25006|53100)$/.test(code) ||
    /^(Connection terminated|Client (has encountered a connection error|was closed))/.test(message)
  )
}

/**
 * Whether the database is up but did not serve in time: no free connection here, in PgBouncer or in PostgreSQL, a timed-out
 * lock or statement, or a deadlock. Nothing of the transaction was done.
 */
export function isDatabaseBusy(error: unknown): boolean {
  const { code, message } = read(error)
  return (
    /^(53300|55P03|57014|40P01)$/.test(code) ||
    /^(timeout exceeded when trying to connect|query_wait_timeout|no more connections allowed)/.test(message)
  )
}

function read(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: '' }
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : '',
    message: error.message,
  }
}
