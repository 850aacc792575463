import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whom PostgreSQL runs as. It refuses to run as root. */
export interface Account {
  uid: number
  gid: number
  name: string
}

const CANDIDATES = ['postgres', '_postgres', 'nobody']

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

export function findUnprivilegedAccount(passwdFile = '/etc/passwd'): Account {
  const entries = readFileSync(passwdFile, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of CANDIDATES) {
    const entry = entries.find((fields) => fields[0] === name)
    if (entry) return { name, uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no account "postgres" or "nobody" to run it as. ' +
      'Start as an ordinary user, or set DATABASE_URL.',
  )
}

/** Asks the system itself as that account, so access lists, noexec mounts and network file systems count too. */
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
