import { pathToFileURL } from 'node:url'
import { build, serverEntry } from './build.mjs'
import { install } from './install.mjs'
import { root, runMain } from './run-command.mjs'

/**
 * The server runs in this very process: signals, exit code and a SIGKILL reach it directly, and no parent can be lost.
 */
export function runStart() {
  return runMain(async () => {
    await install()
    await build()
    process.chdir(root)
    await import(pathToFileURL(serverEntry).href)
  })
}
