import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import module from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, compiledFolder, serverEntry } from './build.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { install } from './install.mjs'
import { openBrowser } from './open-browser.mjs'
import { beginStep } from './report-step.mjs'
import { root, runLoudly, runMain, Stop } from './run-command.mjs'

/** Run the server in this process, so that signals and the exit code need no forwarding. */
export function runStart({ port, noOpen, resetDemo }) {
  return runMain(async () => {
    if (process.platform !== 'win32') endWithNpm()
    if (port) process.env.PORT = port
    await requireFreePort()
    await install({ toServe: true })
    await build()
    if (resetDemo) await runProgram('reset-demo.js')
    process.chdir(root)
    // Compiling the server and its packages is a third of a second start.
    module.enableCompileCache(compiledFolder)
    if (isDemo()) showProgress()
    await import(pathToFileURL(serverEntry).href)
    if (!noOpen && isDemo()) openBrowser(`http://localhost:${process.env.PORT || 3000}`)
  })
}

/** Before a minute of installing and building, and in the words of the server, which looks again. */
async function requireFreePort() {
  const { PORT = 3000, HOST = '127.0.0.1' } = process.env
  const probe = createServer()
  try {
    probe.listen({ port: Number(PORT), host: HOST, exclusive: true })
    await once(probe, 'listening')
  } catch (error) {
    // The server has a line for every other mistake in these two.
    if (error.code === 'EADDRINUSE')
      throw new Stop(`Port ${PORT} is in use. Stop what uses it, or choose another: npm start -- --port 3001`)
  } finally {
    probe.close()
  }
}

async function runProgram(name) {
  const code = await runLoudly(process.execPath, [path.join(path.dirname(serverEntry), name)])
  if (code !== 0) throw new Stop('', code)
}

/** A server that is run for real logs instead. */
function isDemo({ env } = process) {
  return env.NODE_ENV !== 'production' && !env.DATABASE_URL && !env.LOG_LEVEL
}

/** The first start creates the database and ninety days of the demo's data. */
function showProgress() {
  let share = 0
  const end = beginStep('Starting the database and the server', () => share)
  const listen = (reached) => {
    if (reached !== 1 && reached !== 'failed') {
      share = reached
      return
    }
    unsubscribe('chuma:start', listen)
    end(reached === 'failed' ? 'failed' : undefined)
  }
  subscribe('chuma:start', listen)
}
