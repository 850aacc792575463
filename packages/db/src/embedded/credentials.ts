import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const SUPERUSER = 'postgres'
/** Owns the database, and migrates it. */
export const APP_ROLE = 'chuma'
/** The server's role owns nothing. */
export const SERVER_ROLE = 'chuma_server'

export interface Credentials {
  superuserPassword: string
  appPassword: string
  serverPassword: string
}

export function loadCredentials(folder: string): { credentials: Credentials; areNew: boolean } {
  const file = path.join(folder, 'credentials.json')
  const found: Partial<Credentials> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const credentials = {
    superuserPassword: found.superuserPassword ?? randomPassword(),
    appPassword: found.appPassword ?? randomPassword(),
    // An older version had no such role.
    serverPassword: found.serverPassword ?? randomPassword(),
  }
  if (found.serverPassword === undefined) {
    writeFileSync(`${file}.new`, JSON.stringify(credentials), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return { credentials, areNew: found.superuserPassword === undefined }
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url')
}

/** The account that PostgreSQL runs as. It refuses to run as root. */
export interface Account {
  uid: number
  gid: number
  name: string
}

const CANDIDATES = ['postgres', '_postgres', 'nobody']

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

export function findUnprivilegedAccount(): Account {
  const accounts = listAccounts()
  for (const name of CANDIDATES) {
    const found = accounts.find((account) => account.name === name)
    if (found) return found
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no account "postgres" or "nobody" to run it as. ' +
      'Start as an ordinary user, or set DATABASE_URL.',
  )
}

export function findOwner({ uid, gid }: { uid: number; gid: number }): Account {
  const name = listAccounts().find((account) => account.uid === uid)?.name ?? `uid ${uid}`
  return { uid, gid, name }
}

function listAccounts(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return { name, uid: Number(uid), gid: Number(gid) }
  })
}

/** Ask the system as that account, so that access lists, noexec mounts and network file systems count too. */
export function canAccount(account: Account, right: 'x' | 'w', path: string): boolean {
  const test = spawnSync('/bin/sh', ['-c', `test -${right} "$0"`, path], {
    cwd: '/',
    env: {},
    uid: account.uid,
    gid: account.gid,
  })
  if (test.error) {
    throw new Error(
      `PostgreSQL must run as "${account.name}", which is not allowed here: ${test.error.message}`,
    )
  }
  return test.status === 0
}

/**
 * Create a folder in a place that others can write to (/var/tmp). Refuses one that another account created first: it could
 * replace PostgreSQL's files and programs.
 */
export function ownFolder(parent: string, name: string): string | undefined {
  const folder = path.join(parent, name)
  try {
    mkdirSync(folder, { mode: 0o711 })
    chmodSync(folder, 0o711)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return undefined
  }
  return isOwn(folder) ? folder : undefined
}

export function isOwn(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}
