import { pathToFileURL } from 'node:url'
import { build, serverEntry } from './build.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { install } from './install.mjs'
import { root, runMain } from './run-command.mjs'

/**
 * The server runs in this very process, so that signals, a SIGKILL and its exit code need nobody to pass them on.
 */
export function runStart() {
  return runMain(async () => {
    if (process.platform !== 'win32') endWithNpm()
    await install()
    await build()
    process.chdir(root)
    await import(pathToFileURL(serverEntry).href)
  })
}
