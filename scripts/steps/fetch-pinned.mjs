// In the syntax of Node 14, as on-maintained-node.mjs is.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { explainFailure } from './explain-failure.mjs'
import { FAIL_SOON, npm } from './run-command.mjs'

/**
 * Fetch what `lockFolder` pins into `folder`, unless `program` of it is there: beside its place, and moved there whole, so that an
 * interrupted fetch leaves nothing that looks complete. Returns undefined when it is there now, else one line that says why not.
 */
export function fetchPinned(lockFolder, folder, { program, thing, megabytes }) {
  if (existsSync(path.join(folder, program))) return undefined
  const unfinished = `${folder}.${process.pid}`
  const about = { thing, folder: path.dirname(folder), megabytes }
  try {
    const output = runNpm(lockFolder, unfinished)
    // npm leaves out an optional package that it cannot fetch, and succeeds.
    if (!existsSync(path.join(unfinished, program))) return explain(output, about)
    rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
    return undefined
  } catch (error) {
    return explain(error.message, about)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Returns npm's output, which names each address that does not answer. */
function runNpm(lockFolder, folder) {
  mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(path.join(lockFolder, file), path.join(folder, file))
  }
  const [file, args] = npm(
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=http',
    ...FAIL_SOON,
  )
  const { stderr, error } = spawnSync(file, args, {
    cwd: folder,
    encoding: 'utf8',
    shell: file.endsWith('.cmd'),
  })
  if (error) throw error
  return stderr
}

function explain(output, about) {
  const last = output.trim().split('\n').pop()
  return explainFailure(output, about) || `Could not fetch ${about.thing}: ${last || 'npm left it out'}`
}
