import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sealPlainSecrets } from '@chuma/core/secrets/seal-stored'
import type { Secrets } from '@chuma/core/secrets/secrets'
import { createDb, type Db } from '@chuma/db/client'
import { findEmbeddedFolder, findRunningEmbedded, SERVER_ROLE, startEmbedded } from '@chuma/db/embedded'
import { type ForeignSchemaError, findNewerMigration, isMigrated, migrateToLatest } from '@chuma/db/migrate'
import { isRestoreUnfinished } from '@chuma/db/queries/auth/restored'
import { getServerVersion, ownsTables } from '@chuma/db/queries/server'
import { findMissingTimeouts, giveTimeouts, timeoutStatements } from '@chuma/db/timeouts'
import type { FastifyBaseLogger } from 'fastify'
import { markDemo } from './demo-data.ts'
import type { Env } from './env.ts'
import { loadSecrets } from './load-secrets.ts'
import { OperatorError, readOperatorEnv } from './operator/run-command.ts'
import { announceProgress } from './progress.ts'
import type { Tracing } from './tracing/tracing.ts'
import { limitPool } from './turns/turns.ts'

/** For jobs: longer than any statement may take. */
const JOBS_SILENCE_MS = 90_000

type Surroundings = { log: FastifyBaseLogger; tracing: Tracing | undefined }
type Opened = {
  /** For requests: a caller who would wait long for a connection or a lock is told so. */
  db: Db
  /** A separate pool for jobs, so that a crowd of requests never delays a payment. Jobs can wait for a connection. */
  jobsDb: Db
  secrets: Secrets
  /** PostgreSQL without the pooler, for what needs a session. */
  directUrl: string
  /** As the role that owns the tables: for the demo's data, which is dated back. */
  ownerUrl: string
  close: () => Promise<void>
}

/** Open the database at DATABASE_URL or an embedded PostgreSQL. Callers cannot tell the two apart. */
export async function openDatabase(env: Env, { log, tracing }: Surroundings): Promise<Opened> {
  const embedded = env.DATABASE_URL === undefined ? await startOwn(env, log) : null
  let isClosing = false
  const url = env.DATABASE_URL ?? embedded?.serverUrl ?? ''
  const directUrl = env.DATABASE_DIRECT_URL ?? url
  const roles = readDatabaseRoles(env) ?? embeddedRoles(embedded?.url ?? '')
  const { ownerUrl } = roles
  const onError = (error: Error) => {
    // The pool does not wait for its connections to close, so the database may end them first.
    if (!isClosing) log.warn({ err: error }, 'an idle database connection broke')
  }
  const listeners = { onError, onQuery: tracing?.recordQuery }
  const { DATABASE_CONNECTIONS: connections, DATABASE_WAIT_SECONDS: waitSeconds } = env
  const db = createDb(url, { ...listeners, ...limitPool({ connections, waitSeconds }) })
  const jobsDb = createDb(url, { ...listeners, max: connections, silenceMs: JOBS_SILENCE_MS })
  const close = async () => {
    isClosing = true
    await Promise.all([db.destroy(), jobsDb.destroy()])
    await embedded?.stop()
  }
  try {
    await beside(env.MIGRATE ? ownerUrl : directUrl, async (direct) => {
      await checkServer(direct)
      if (env.MIGRATE) await requireRestored(direct)
      if (env.MIGRATE) await migrateAsOwner(direct, roles)
      else await waitForMigrations(direct, log)
      announceProgress(0.4)
      await requireRestored(direct)
      const newer = await findNewerMigration(direct)
      if (newer) log.warn({ newer }, 'a newer version has migrated the database: update this process soon')
    })
    await beside(url, async (first) => {
      await requireTimeouts(first, { isRequired: env.DATABASE_TIMEOUTS === 'required', log })
      if (await ownsTables(first))
        log.warn(
          'DATABASE_URL: this role owns the tables, so it can change the ledger. Set DATABASE_OWNER_URL',
        )
    })
    return { db, jobsDb, secrets: await openSecrets(env, jobsDb, log), directUrl, ownerUrl, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Load the keys, and seal what an earlier version stored in plain text. */
async function openSecrets(env: Env, db: Db, log: FastifyBaseLogger): Promise<Secrets> {
  const secrets = await loadSecrets(env, db)
  const sealed = await sealPlainSecrets({ db, secrets })
  if (sealed > 0) log.info({ sealed }, 'sealed secrets that an earlier version stored in plain text')
  return secrets
}

/** Use connections that are closed again: settings of the role apply only to connections opened afterwards. */
async function beside(url: string, work: (db: Db) => Promise<void>): Promise<void> {
  const db = createDb(url, { max: 2 })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

/** @throws OperatorError while a restore into the database runs, or after it broke off */
async function requireRestored(db: Db): Promise<void> {
  if (!(await isRestoreUnfinished(db))) return
  throw new OperatorError(
    'DATABASE_URL: a restore into this database has not finished, so nothing starts that could pay. Wait for it; if it broke off, drop the database, create it again and repeat npm run restore',
  )
}

const LOOK_AGAIN_MS = 1000

/** Wait for another process to migrate the database. Nothing listens before that, so no request arrives too early. */
async function waitForMigrations(db: Db, log: FastifyBaseLogger): Promise<void> {
  if (await isMigrated(db)) return
  log.info('waiting for the migrations')
  while (!(await isMigrated(db))) await sleep(LOOK_AGAIN_MS)
}

async function startOwn(env: Env, log: FastifyBaseLogger) {
  const dir = path.resolve(env.DATA_DIR)
  const isNew = findEmbeddedFolder(dir) === undefined
  try {
    const embedded = await startEmbedded({ dir, log: (line) => log.info({ part: 'postgres' }, line) })
    announceProgress(0.2)
    markDemo(findEmbeddedFolder(dir) ?? dir, { isDemo: env.demo, isNew })
    return embedded
  } catch (error) {
    throw new OperatorError(
      explainFullDisk(error) ?? (error instanceof Error ? error.message : String(error)),
    )
  }
}

const OLDEST = 150_000

async function checkServer(db: Db): Promise<void> {
  const version = await getServerVersion(db).catch((error: unknown) => {
    const reason =
      error instanceof Error ? error.message || String('code' in error && error.code) : String(error)
    throw new OperatorError(`DATABASE_URL: cannot reach the database: ${reason}`)
  })
  if (version < OLDEST) {
    throw new OperatorError(
      `DATABASE_URL: PostgreSQL 15 or later is needed, this is ${Math.floor(version / 10_000)}`,
    )
  }
}

type Addresses = Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL'>
type DatabaseRoles = {
  ownerUrl: string
  /** Who gets the server's rights; undefined: the owner itself serves. */
  serverRole: string | undefined
  /** As whom the server's role sets its own timeouts; undefined: it has them. */
  serverUrl: string | undefined
}

/** Read from the addresses who migrates and who serves; undefined without a database of one's own. */
export function readDatabaseRoles(env: Addresses): DatabaseRoles | undefined {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL } = env
  if (DATABASE_URL === undefined) return undefined
  const serverUrl = DATABASE_DIRECT_URL ?? DATABASE_URL
  if (DATABASE_OWNER_URL === undefined)
    return { ownerUrl: serverUrl, serverRole: undefined, serverUrl: undefined }
  const serverRole = decodeURIComponent(new URL(DATABASE_URL).username)
  return { ownerUrl: DATABASE_OWNER_URL, serverRole, serverUrl }
}

/** Of the embedded database, by the address of its owner. */
export const embeddedRoles = (ownerUrl: string): DatabaseRoles => ({
  ownerUrl,
  serverRole: SERVER_ROLE,
  serverUrl: undefined,
})

/** Migrate as the owner, and give the server's role its rights and timeouts. */
export async function migrateAsOwner(owner: Db, { serverRole, serverUrl }: DatabaseRoles): Promise<void> {
  await migrateToLatest(owner, { serverRole })
  if (serverUrl === undefined) return
  const server = createDb(serverUrl, { max: 1 })
  try {
    await giveTimeouts(server)
  } finally {
    await server.destroy()
  }
}

/**
 * Refuse a database role without timeouts: one statement that waits for ever would hold its connection for ever.
 * @throws OperatorError in one line that says what to run
 */
export async function requireTimeouts(
  db: Db,
  { isRequired, log }: { isRequired: boolean; log: FastifyBaseLogger },
): Promise<void> {
  const found = await findMissingTimeouts(db)
  if (found.missing.length === 0) return
  const message =
    `DATABASE_URL: connections of ${found.role} come without ${found.missing.join(', ')}. ` +
    `Run npm run migrate as that role, or: ${timeoutStatements(found).join('; ')}; ` +
    'then let PgBouncer open new connections (RECONNECT)'
  if (isRequired) throw new OperatorError(`${message}. DATABASE_TIMEOUTS=unchecked starts without them`)
  log.warn(message)
}

type Found = DatabaseRoles & { isOwn: boolean; close: () => Promise<void> }

const nothing = async () => {}

/**
 * Find this installation's database for a command: the one at DATABASE_URL, or the embedded one, started if no server has.
 * @throws OperatorError when there is none
 */
export async function findDatabase({ mayCreate }: { mayCreate: boolean }): Promise<Found> {
  const env = readOperatorEnv()
  const given = readDatabaseRoles(env)
  if (given) return { ...given, isOwn: false, close: nothing }
  const dir = path.resolve(env.DATA_DIR)
  const running = findRunningEmbedded(dir)
  if (running) return { ...embeddedRoles(running), isOwn: true, close: nothing }
  if (!mayCreate && !existsSync(dir)) throw new OperatorError(`There is no database in ${dir}`)
  const { url, stop } = await startEmbedded({ dir }).catch((error: Error) => {
    throw new OperatorError(error.message)
  })
  return { ...embeddedRoles(url), isOwn: true, close: stop }
}

/** Say in one line that the database has no room; undefined for any other failure. */
export function explainFullDisk(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const isFull =
    ('code' in error && error.code === '53100') || /ENOSPC|no space left on device/i.test(error.message)
  if (!isFull) return undefined
  const { DATABASE_URL, DATA_DIR } = readOperatorEnv()
  const place = DATABASE_URL ? "the database server's disk" : `the disk of ${path.resolve(DATA_DIR)}`
  return `There is no room left on ${place}. Free some space and start again.`
}

/** Say in one line which database another version made, and how to keep it or start empty. */
export function explainForeignSchema({ migration }: ForeignSchemaError): string {
  const { DATABASE_URL, DATA_DIR } = readOperatorEnv()
  const why = `was made by another version (migration ${migration}), and this version cannot use it.`
  if (DATABASE_URL)
    return `The database at DATABASE_URL ${why} To start empty, name an empty database; to keep the data, run the version that made it.`
  const folder = findEmbeddedFolder(path.resolve(DATA_DIR)) ?? path.resolve(DATA_DIR)
  return `The database in ${folder} ${why} To start empty, delete that folder; to keep the data, move it away or run the version that made it.`
}
