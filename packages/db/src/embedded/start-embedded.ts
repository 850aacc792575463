import { existsSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { choosePlace, claimFolder, findPlace } from './choose-place.ts'
import { createCluster, DATABASE, ownUrl, prepareDatabase } from './create-cluster.ts'
import { type Credentials, loadCredentials, SERVER_ROLE, SUPERUSER } from './credentials.ts'
import { findBinaries } from './find-binaries.ts'
import { answersSignal, type Cluster, readPidFile, runCommand, stopOrphan } from './postgres-process.ts'
import { supervise } from './supervise.ts'

interface EmbeddedOptions {
  dir: string
  /** false: faster, and a power cut loses data. For tests. */
  durable?: boolean
  /** default: a free one, which stays the same until stop() */
  port?: number
  database?: string
  log?: (line: string) => void
  /** where files go that PostgreSQL's account cannot reach in `dir` or in node_modules (only when started as root) */
  fallbackDirs?: string[]
}

export interface Embedded {
  /** an ordinary role that owns the database and may create others */
  url: string
  /** the role of the serving process, which owns nothing; of use once the database is migrated */
  serverUrl: string
  /** the superuser in the same database; for tests that tamper */
  adminUrl: string
  port: number
  stop: () => Promise<void>
}

export { SERVER_ROLE }

const FALLBACK_DIRS = ['/var/lib', '/var/tmp', tmpdir()]

/** Find the folder that holds the database of `dir`; undefined when there is none. As root it may be another folder. */
export function findEmbeddedFolder(dir: string): string | undefined {
  return findPlace({ dir, fallbackDirs: FALLBACK_DIRS })
}

/**
 * Find the URL of the database that another process runs on `dir`, for a command beside it; undefined when none runs.
 */
export function findRunningEmbedded(dir: string): string | undefined {
  const folder = findPlace({ dir, fallbackDirs: FALLBACK_DIRS })
  if (!folder) return undefined
  const server = readPidFile(path.join(folder, 'data'))
  if (!server?.isReady || !answersSignal(server.pid)) return undefined
  const { credentials } = loadCredentials(folder)
  return ownUrl({ port: server.port, database: DATABASE, credentials })
}

const FILES = ['data', 'data.new', 'password.new', 'credentials.json', 'postgres.log', 'postgres.log.old']

/**
 * Delete the database in `folder` for good, with the caller's files `also`. Other files stay.
 * @throws Error in one line while a process runs it
 */
export function removeEmbedded(folder: string, also: readonly string[]): void {
  const release = claimFolder(folder)
  try {
    const running = readPidFile(path.join(folder, 'data'))
    if (running && answersSignal(running.pid))
      throw new Error(`PostgreSQL still runs on ${folder} (pid ${running.pid}): stop it first`)
    for (const name of [...FILES, ...also]) rmSync(path.join(folder, name), { recursive: true, force: true })
  } finally {
    release()
  }
}

/**
 * Start PostgreSQL from the npm package on a database in `dir`, which is created if missing. Safe after any crash; restarts a
 * server that dies. Every failure is an Error whose message is one line for the operator.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const log = options.log ?? (() => {})
  const fallbackDirs = options.fallbackDirs ?? FALLBACK_DIRS
  const place = choosePlace({ dir: options.dir, fallbackDirs, log })
  const release = claimFolder(place.folder)
  process.once('exit', release)
  const letGo = () => {
    process.off('exit', release)
    release()
  }
  try {
    const cluster: Cluster = {
      ...place,
      binaries: await findBinaries(place.account, fallbackDirs),
      durable: options.durable ?? true,
      dataDir: path.join(place.folder, 'data'),
      logFile: path.join(place.folder, 'postgres.log'),
    }
    const credentials = await openCluster(cluster, log)
    const { port, stop } = await supervise({ cluster, port: options.port, log })
    let stopped: Promise<void> | undefined
    const stopOnce = () => {
      stopped ??= stop().finally(letGo)
      return stopped
    }
    try {
      const urls = await prepareDatabase({ port, database: options.database ?? DATABASE, credentials })
      return { ...urls, port, stop: stopOnce }
    } catch (error) {
      await stopOnce()
      throw error
    }
  } catch (error) {
    letGo()
    throw error
  }
}

async function openCluster(cluster: Cluster, log: (line: string) => void): Promise<Credentials> {
  if (existsSync(cluster.logFile)) renameSync(cluster.logFile, `${cluster.logFile}.old`)
  await stopOrphan(cluster, log)
  const hasData = existsSync(cluster.dataDir)
  const { credentials, areNew } = loadCredentials(cluster.folder)
  await createCluster(cluster, credentials)
  if (areNew && hasData) await resetSuperuserPassword(cluster, credentials.superuserPassword)
  return credentials
}

/** Restores access when the password file is lost: single-user mode needs no password. */
async function resetSuperuserPassword(cluster: Cluster, password: string): Promise<void> {
  await runCommand({
    file: cluster.binaries.postgres,
    args: ['--single', '-D', cluster.dataDir, 'postgres'],
    account: cluster.account,
    input: `alter role ${SUPERUSER} password '${password}'\n`,
  })
}
