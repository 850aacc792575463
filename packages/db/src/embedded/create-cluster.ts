import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { TIMEOUTS } from '../timeouts.ts'
import { APP_ROLE, type Credentials, SERVER_ROLE, SUPERUSER } from './credentials.ts'
import { type Cluster, runCommand } from './postgres-process.ts'

/** Run initdb beside the final folder and rename it, so that an interrupted run is never taken for a database. */
export async function createCluster(cluster: Cluster, credentials: Credentials): Promise<void> {
  const { folder, account, dataDir, durable } = cluster
  if (existsSync(path.join(dataDir, 'PG_VERSION'))) return
  if (!account) requireAccountName()

  const unfinished = path.join(folder, 'data.new')
  const passwordFile = path.join(folder, 'password.new')
  rmSync(unfinished, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(passwordFile, `${credentials.superuserPassword}\n`, { mode: 0o600 })
  if (account) {
    chownSync(unfinished, account.uid, account.gid)
    chownSync(passwordFile, account.uid, account.gid)
  }
  const args = [
    '-D',
    unfinished,
    '-U',
    SUPERUSER,
    '-E',
    'UTF8',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
  ]
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  // Each connection of a test checks its password; four thousand rounds cost the client as much as all the rest of it.
  if (!durable) args.push('--no-sync', '--set', 'scram_iterations=1')
  try {
    await runCommand({ file: cluster.binaries.initdb, args, account })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(unfinished, dataDir)
}

function requireAccountName(): void {
  if (process.platform === 'win32') return
  try {
    userInfo()
  } catch {
    throw new Error(
      `This process runs as uid ${process.getuid?.()}, which has no entry in /etc/passwd, and PostgreSQL cannot create ` +
        'a database then. Run as an account with a name, or set DATABASE_URL.',
    )
  }
}

export const DATABASE = 'chuma'

interface Wish {
  port: number
  database: string
  credentials: Credentials
}

/**
 * Create the database, its owner and the server's role. The owner may create databases (tests do), but is not a superuser; the
 * server's role gets its rights from the migration.
 */
export async function prepareDatabase({ port, database, credentials }: Wish) {
  const { appPassword, serverPassword, superuserPassword } = credentials
  const address = `127.0.0.1:${port}`
  const admin = `postgres://${SUPERUSER}:${superuserPassword}@${address}`
  const client = new pg.Client({ connectionString: `${admin}/postgres` })
  await client.connect()
  try {
    await prepareRole(client, APP_ROLE, { may: 'createdb', password: appPassword })
    await prepareRole(client, SERVER_ROLE, { may: 'nocreatedb', password: serverPassword })
    // To see what the server's connections wait for, and to end them.
    await client.query(`grant ${SERVER_ROLE} to ${APP_ROLE}`)

    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (!found.rowCount) {
      await client.query(`create database ${client.escapeIdentifier(database)} owner ${APP_ROLE}`)
    }
  } finally {
    await client.end()
  }
  const name = encodeURIComponent(database)
  const server = `postgres://${SERVER_ROLE}:${serverPassword}@${address}`
  return {
    url: ownUrl({ port, database, credentials }),
    serverUrl: `${server}/${name}`,
    adminUrl: `${admin}/${name}`,
  }
}

async function prepareRole(
  client: pg.Client,
  role: string,
  { may, password }: { may: string; password: string },
): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [role])
  const verb = found.rowCount ? 'alter' : 'create'
  await client.query(`${verb} role ${role} with login ${may} password ${client.escapeLiteral(password)}`)
  for (const [name, value] of Object.entries(TIMEOUTS))
    await client.query(`alter role ${role} set ${name} = '${value}'`)
}

/** The URL that the owner connects with. */
export function ownUrl({ port, database, credentials }: Wish): string {
  return `postgres://${APP_ROLE}:${credentials.appPassword}@127.0.0.1:${port}/${encodeURIComponent(database)}`
}
