// In the syntax of Node 14, as on-maintained-node.mjs is.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { npm } from './run-command.mjs'

/**
 * Fetch what `lockFolder` pins into `folder`, unless it is there: beside its place, and moved there whole, so that an interrupted fetch
 * leaves nothing that looks complete. Returns whether it is there now.
 */
export function fetchPinned(lockFolder, folder) {
  if (existsSync(folder)) return true
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(path.join(lockFolder, file), path.join(unfinished, file))
  }
  try {
    const [file, args] = npm('ci', '--ignore-scripts', '--no-audit', '--no-fund')
    execFileSync(file, args, { cwd: unfinished, stdio: 'ignore', shell: file.endsWith('.cmd') })
    renameSync(unfinished, folder)
    return true
  } catch {
    rmSync(unfinished, { recursive: true, force: true })
    return false
  }
}
