import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { BackupError } from './backup/encrypt-chunks.ts'
import { type Db, getPool } from './client.ts'
import { applyFunctions, areFunctionsApplied, readFunctions } from './functions.ts'
import { applyGrants, applyJobGrants } from './grants.ts'
import { JOB_QUEUES } from './queries/jobs.ts'
import { findMissingTimeouts, timeoutStatements, WITHOUT_TIMEOUTS } from './timeouts.ts'

// In the bundle, the copy of this folder has the same relative path.
const folder = new URL('../migrations/', import.meta.url)

/** Plain .sql files cannot import application code, so an applied migration can never change its meaning. */
const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(fileURLToPath(folder))).filter((name) => name.endsWith('.sql')).sort()
    const entries = await Promise.all(
      names.map(async (name): Promise<[string, Migration]> => {
        const text = await readFile(new URL(name, folder), 'utf8')
        return [name.slice(0, -'.sql'.length), { up: (db) => apply(db, text) }]
      }),
    )
    return Object.fromEntries(entries)
  },
}

async function apply(db: Kysely<unknown>, text: string): Promise<void> {
  await sql.raw(WITHOUT_TIMEOUTS).execute(db)
  await sql.raw(text).execute(db)
}

/** The database has a migration that this build does not have: an older or a newer version made it. */
export class ForeignSchemaError extends Error {
  readonly migration: string
  constructor(migration: string) {
    super(`the database has the migration ${migration}, which this version does not know`)
    this.migration = migration
  }
}

/**
 * Find the first migration of a newer version with whose tables this build works all the same (`schema_floor`). Undefined: there is none.
 * @throws ForeignSchemaError for one with which it does not
 */
export async function findNewerMigration(db: Db): Promise<string | undefined> {
  const known = Object.keys(await sqlFiles.getMigrations())
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists
  `.execute(db)
  if (!rows[0]?.exists) return undefined
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const names = applied.rows.map(({ name }) => name)
  const foreign = names.filter((name) => !known.includes(name))
  const [first] = foreign
  if (first === undefined) return undefined
  const newest = known.at(-1) ?? ''
  const isAhead = known.every((name) => names.includes(name)) && foreign.every((name) => name > newest)
  if (!isAhead || (await readFloor(db)) > newest) throw new ForeignSchemaError(first)
  return first
}

async function readFloor(db: Db): Promise<string> {
  const { rows } = await sql<{ migration: string }>`select migration from schema_floor`.execute(db)
  return rows[0]?.migration ?? '~'
}

/** `serverRole`: who gets the rights of the server. Undefined: the server connects as the owner, who has them all. */
export type MigrateOptions = { serverRole?: string | undefined }

/**
 * Bring tables, functions, triggers, job queues and the server's rights up to date, and give the role the timeouts it lacks.
 * Several processes may run it at once, because it takes a lock. Needs two connections, as the owner. What a newer version has
 * migrated is left alone.
 * @throws ForeignSchemaError before any change
 */
export async function migrateToLatest(db: Db, { serverRole }: MigrateOptions = {}): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const lacking = timeoutStatements(await findMissingTimeouts(trx))
    await sql.raw(WITHOUT_TIMEOUTS).execute(trx)
    // This transaction only holds the lock; the work commits on the other connection. A transaction's lock works through
    // PgBouncer, and ends with its holder.
    await sql`select pg_advisory_xact_lock(hashtext('migrations'))`.execute(trx)
    for (const statement of lacking) await sql.raw(statement).execute(trx)
    // The newer version's functions and queues stay as they are.
    if (await findNewerMigration(db)) return
    const { error } = await new Migrator({ db, provider: sqlFiles }).migrateToLatest()
    if (error) throw error
    await db.transaction().execute(async (functions) => {
      await sql.raw(WITHOUT_TIMEOUTS).execute(functions)
      await applyFunctions(functions, await readFunctions())
    })
    if (serverRole !== undefined) await applyGrants(db, serverRole)
    await prepareQueues(db)
    if (serverRole !== undefined) await applyJobGrants(db, serverRole)
  })
}

async function prepareQueues(db: Db): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => getPool(db).query(text, values) },
    supervise: false,
    schedule: false,
    registerInstance: false,
  })
  await boss.start()
  for (const [name, { concurrency: _, ...options }] of Object.entries(JOB_QUEUES)) {
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
  }
  await boss.stop({ graceful: false })
  // The library has no index of failed jobs, which staff pages count.
  await sql`create index if not exists job_failed on pgboss.job (completed_on) where state = 'failed'`.execute(
    db,
  )
}

/**
 * Give an empty database the tables of exactly these migrations, for rows of that time. Functions and triggers come with
 * `migrateToLatest`.
 * @throws BackupError when this build does not have one of them
 */
export async function migrateTo(db: Db, names: readonly string[]): Promise<void> {
  const known = Object.keys(await sqlFiles.getMigrations())
  const unknown = names.find((name, index) => known[index] !== name)
  if (unknown !== undefined)
    throw new BackupError(`the backup was made by another version, which has the migration ${unknown}`)
  const { error } = await new Migrator({ db, provider: sqlFiles }).migrateTo(names.at(-1) ?? '')
  if (error) throw error
  await prepareQueues(db)
}

/**
 * Whether the database has every migration, function and trigger of this build.
 * @throws ForeignSchemaError when waiting for them would never end
 */
export async function isMigrated(db: Db): Promise<boolean> {
  try {
    if (await findNewerMigration(db)) return true
    const migrations = await new Migrator({ db, provider: sqlFiles }).getMigrations()
    return (
      migrations.every((migration) => migration.executedAt !== undefined) && (await areFunctionsApplied(db))
    )
  } catch (error) {
    // The server's role gets its rights last.
    if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE) return false
    throw error
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'
