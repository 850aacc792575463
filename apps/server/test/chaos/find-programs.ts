import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const NEEDED = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
} as const
const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin']
const VERSIONS = '/usr/lib/postgresql'

type Name = keyof typeof NEEDED
export type Programs = Record<Name, string> & { postgresBin: string; faketime: string | null }

/** Find the programs of the cluster, or the names of the missing packages. */
export function findPrograms(): { programs: Programs } | { missing: string[] } {
  const found = Object.fromEntries(
    (Object.keys(NEEDED) as Name[]).map((name) => [name, findProgram(name)]),
  ) as Record<Name, string | undefined>
  const postgresBin = findPostgres()
  const missing: string[] = (Object.keys(NEEDED) as Name[]).flatMap((name) =>
    found[name] ? [] : NEEDED[name],
  )
  if (!postgresBin) missing.push('postgresql-15')
  if (missing.length > 0 || !postgresBin) return { missing }
  const programs = { ...(found as Record<Name, string>), postgresBin, faketime: findFaketime() }
  return { programs }
}

function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, name)).find(isExecutable)
}

/** Find the newest PostgreSQL from 15 on. */
function findPostgres(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined
  const versions = readdirSync(VERSIONS)
    .map(Number)
    .filter((version) => version >= 15)
    .sort((a, b) => b - a)
  return versions
    .map((version) => path.join(VERSIONS, String(version), 'bin'))
    .find((folder) => isExecutable(path.join(folder, 'postgres')))
}

/** Find the library that shifts one process's clock. */
function findFaketime(): string | null {
  const folders = ['/usr/lib/x86_64-linux-gnu/faketime', '/usr/lib/aarch64-linux-gnu/faketime']
  return (
    folders.map((folder) => path.join(folder, 'libfaketime.so.1')).find((file) => existsSync(file)) ?? null
  )
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
