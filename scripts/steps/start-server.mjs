import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from './find-free-port.mjs'
import { root, Stop } from './run-command.mjs'

/** Start a server on temporary data and wait until it answers. */
export async function startServer(args, env = {}) {
  const port = await findFreePort()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'chuma-measure-'))
  // PostgreSQL runs as another account when started by root, and needs to enter this folder.
  chmodSync(dataDir, 0o755)
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'close')
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  while (!(await isReady(url))) {
    if (child.exitCode !== null) {
      await stop()
      throw new Stop('The server did not start.')
    }
    await sleep(50)
  }
  return { url, stop }
}

async function isReady(url) {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}
