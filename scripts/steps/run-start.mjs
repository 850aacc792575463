import { once } from 'node:events'
import module from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, compiledFolder, serverEntry } from './build.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { install } from './install.mjs'
import { openBrowser } from './open-browser.mjs'
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
    keepCompiled()
    await import(pathToFileURL(serverEntry).href)
    if (!noOpen && process.env.NODE_ENV !== 'production')
      openBrowser(`http://localhost:${process.env.PORT || 3000}`)
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

/** Compiling the server and its packages is a third of a second start. */
function keepCompiled() {
  module.enableCompileCache(compiledFolder)
}
