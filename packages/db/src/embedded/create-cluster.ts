import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import type { Cluster } from './cluster.ts'
import { type Credentials, SUPERUSER } from './load-credentials.ts'
import { runCommand } from './run-command.ts'

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
