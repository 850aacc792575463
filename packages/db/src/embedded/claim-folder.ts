import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { processIdentity } from './process-identity.ts'

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
