// In the syntax of Node 14, as on-maintained-node.mjs is.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { explainFailure } from './explain-failure.mjs'
import { FAIL_SOON, npm } from './run-command.mjs'

/**
 * Fetch what `lockFolder` pins into `folder`, unless it is there: beside its place, and moved there whole, so that an interrupted fetch
 * leaves nothing that looks complete. Returns undefined when it is there now, else one line that says why not.
 */
export function fetchPinned(lockFolder, folder, { thing, megabytes }) {
  if (existsSync(folder)) return undefined
  const unfinished = `${folder}.${process.pid}`
  try {
    mkdirSync(unfinished, { recursive: true })
    for (const file of ['package.json', 'package-lock.json']) {
      copyFileSync(path.join(lockFolder, file), path.join(unfinished, file))
    }
    const [file, args] = npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', ...FAIL_SOON)
    execFileSync(file, args, { cwd: unfinished, stdio: 'pipe', shell: file.endsWith('.cmd') })
    renameSync(unfinished, folder)
    return undefined
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    const output = `${error.message}\n${error.stderr || ''}`
    const known = explainFailure(output, { thing, folder: path.dirname(folder), megabytes })
    return known || `Could not fetch ${thing}: ${output.trim().split('\n').pop()}`
  }
}
