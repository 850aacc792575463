import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDb, type Db } from '@chuma/db/client'
import { startEmbedded } from '@chuma/db/embedded'
import { isMigrated, migrateToLatest } from '@chuma/db/migrate'
import { getServerVersion } from '@chuma/db/queries/server'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from './env.ts'
import { OperatorError } from './operator-error.ts'

type Opened = { db: Db; url: string; close: () => Promise<void> }

/** The database at DATABASE_URL or, without one, an embedded PostgreSQL; from here on both are the same. */
export async function openDatabase(env: Env, log: FastifyBaseLogger): Promise<Opened> {
  const embedded = env.DATABASE_URL === undefined ? await startOwn(env, log) : null
  let isClosing = false
  const url = env.DATABASE_URL ?? embedded?.url ?? ''
  const db = createDb(url, {
    onError: (error) => {
      // The pool does not wait for its connections to close, so the server may end them first.
      if (!isClosing) log.warn({ err: error }, 'an idle database connection broke')
    },
  })
  const close = async () => {
    isClosing = true
    await db.destroy()
    await embedded?.stop()
  }
  try {
    await checkServer(db)
    if (env.MIGRATE) await migrateToLatest(db)
    else await waitForMigrations(db, log)
    return { db, url, close }
  } catch (error) {
    await close()
    throw error
  }
}

const LOOK_AGAIN_MS = 1000

/** Another process brings the database up to date. Nothing listens before, so nobody is sent here. */
async function waitForMigrations(db: Db, log: FastifyBaseLogger): Promise<void> {
  if (await isMigrated(db)) return
  log.info('waiting for the migrations')
  while (!(await isMigrated(db))) await sleep(LOOK_AGAIN_MS)
}

async function startOwn(env: Env, log: FastifyBaseLogger) {
  try {
    return await startEmbedded({
      dir: path.resolve(env.DATA_DIR),
      log: (line) => log.info({ part: 'postgres' }, line),
    })
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error))
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
