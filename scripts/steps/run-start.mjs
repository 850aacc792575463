import { pathToFileURL } from 'node:url'
import { build, serverEntry } from './build.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { install } from './install.mjs'
import { root, runMain } from './run-command.mjs'

/** Run the server in this process, so that signals and the exit code need no forwarding. */
export function runStart() {
  return runMain(async () => {
    if (process.platform !== 'win32') endWithNpm()
    await install({ toServe: true })
    await build()
    process.chdir(root)
    await import(pathToFileURL(serverEntry).href)
  })
}
