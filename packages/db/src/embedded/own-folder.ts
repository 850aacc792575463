import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import path from 'node:path'

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
