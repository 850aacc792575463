import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import {
  type Account,
  canAccount,
  findOwner,
  findUnprivilegedAccount,
  isOwn,
  isRoot,
  ownFolder,
} from './credentials.ts'
import { processIdentity } from './postgres-process.ts'

interface Place {
  folder: string
  /** undefined: PostgreSQL runs as the account that started us */
  account: Account | undefined
}

interface Wish {
  dir: string
  fallbackDirs: string[]
  log: (line: string) => void
}

/**
 * Choose the database's folder and the account it runs as. As root, PostgreSQL gets another account, which may be locked out
 * of the wanted folder (/root is 0700); the files then go to another fixed folder, which the next start finds.
 */
export function choosePlace({ dir, fallbackDirs, log }: Wish): Place {
  const wanted = makeFolder(dir)
  if (!isRoot()) {
    refuseForeignData(wanted)
    return { folder: wanted, account: undefined }
  }
  const name = nameFallback(wanted)
  const kept = findExisting(wanted, fallbackDirs, name)
  if (kept) return reopen(kept, wanted, log)

  const account = findUnprivilegedAccount()
  if (canAccount(account, 'x', wanted)) return { folder: wanted, account }
  for (const parent of fallbackDirs) {
    const folder = ownFolder(parent, name)
    if (folder && canAccount(account, 'x', folder)) {
      log(explainMove(account, wanted, folder))
      return { folder, account }
    }
  }
  throw new Error(
    `PostgreSQL runs as "${account.name}", which may not enter ${wanted}. Set DATA_DIR to another folder.`,
  )
}

/** Find where an earlier start put the database of this folder; undefined when there is none. Creates nothing. */
export function findPlace({ dir, fallbackDirs }: Omit<Wish, 'log'>): string | undefined {
  if (!existsSync(dir)) return undefined
  const wanted = realpathSync(dir)
  return findExisting(wanted, fallbackDirs, nameFallback(wanted))
}

function nameFallback(wanted: string): string {
  return `chuma-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`
}

function findExisting(wanted: string, fallbackDirs: string[], name: string): string | undefined {
  const fallbacks = fallbackDirs.map((parent) => path.join(parent, name)).filter(isOwn)
  return [wanted, ...fallbacks].find((folder) => existsSync(path.join(folder, 'data', 'PG_VERSION')))
}

function reopen(folder: string, wanted: string, log: (line: string) => void): Place {
  const data = path.join(folder, 'data')
  const owner = statSync(data)
  const account = owner.uid === 0 ? findUnprivilegedAccount() : findOwner(owner)
  if (owner.uid === 0) giveTo(account, data)
  if (!canAccount(account, 'w', data)) {
    throw new Error(
      `The database in ${folder} belongs to ${account.name}, which may not enter that folder any more. ` +
        'Give its parent folders the right to be entered (chmod o+x).',
    )
  }
  if (folder !== wanted) log(explainMove(account, wanted, folder))
  return { folder, account }
}

function explainMove(account: Account, wanted: string, folder: string): string {
  return `PostgreSQL runs as ${account.name}, which may not enter ${wanted}; the database files are in ${folder}`
}

function makeFolder(dir: string): string {
  const absolute = path.resolve(dir)
  const mode = isRoot() ? 0o711 : 0o700
  const first = mkdirSync(absolute, { recursive: true, mode })
  if (isRoot()) {
    // A strict umask would lock the account out of the folders just created.
    for (let made = absolute; first && made.length >= first.length; made = path.dirname(made))
      chmodSync(made, mode)
    chmodSync(absolute, statSync(absolute).mode | 0o111)
  }
  return realpathSync(absolute)
}

function refuseForeignData(folder: string): void {
  const owner = statSync(path.join(folder, 'data'), { throwIfNoEntry: false })?.uid
  if (owner === undefined || owner === process.getuid?.() || process.platform === 'win32') return
  throw new Error(
    `The database in ${folder} belongs to another account (uid ${owner}): start as that account or as root, ` +
      'or remove the folder to begin again.',
  )
}

function giveTo(account: Account, entry: string): void {
  lchownSync(entry, account.uid, account.gid)
  if (!statSync(entry).isDirectory()) return
  for (const name of readdirSync(entry)) giveTo(account, path.join(entry, name))
}

/** Make this process the only launcher of a folder. Returns the function that releases it. */
export function claimFolder(folder: string): () => void {
  const file = path.join(folder, 'launcher.json')
  const mine = `${file}.${process.pid}`
  const claim = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) })
  // A link appears with its content; a file that is opened and then written can be read half-written.
  writeFileSync(mine, claim, { mode: 0o644 })
  try {
    while (!tryLink(mine, file)) removeStaleClaim(file, folder)
  } finally {
    rmSync(mine, { force: true })
  }
  return () => {
    if (readIfThere(file) === claim) rmSync(file, { force: true })
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function removeStaleClaim(file: string, folder: string): void {
  const seen = readIfThere(file)
  if (seen === undefined) return
  const owner = parseClaim(seen)
  if (owner && processIdentity(owner.pid) === owner.identity) {
    throw new Error(`The database is already running from this folder (pid ${owner.pid}): ${folder}`)
  }
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  // Between reading and renaming, another start may have put its new claim here: give it back.
  if (readIfThere(aside) !== seen) tryLink(aside, file)
  rmSync(aside, { force: true })
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function parseClaim(text: string): { pid: number; identity: string } | undefined {
  try {
    const { pid, identity } = JSON.parse(text)
    return Number.isInteger(pid) && typeof identity === 'string' ? { pid, identity } : undefined
  } catch {
    return undefined
  }
}
