import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

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
