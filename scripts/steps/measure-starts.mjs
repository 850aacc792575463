import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from './find-free-port.mjs'
import { seconds } from './report-step.mjs'
import { npm, root, Stop } from './run-command.mjs'

/** Time `npm start` until it answers, alternately with an empty and an existing data directory. */
export async function measureStarts({ rounds }) {
  const [cold, warm] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'chuma-bench-'))
    // PostgreSQL runs as another account when started by root, and needs to enter this folder.
    chmodSync(dataDir, 0o755)
    try {
      cold.push(await timeStart(dataDir))
      warm.push(await timeStart(dataDir))
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  const ratio = median(warm.map((taken, round) => taken / cold[round])).toFixed(2)
  const what = '`npm start` until it answers: with existing data, beside an empty folder'
  const here = seconds(median(warm))
  return [{ part: 'start', what, here, yardstick: seconds(median(cold)), ratio }]
}

async function timeStart(dataDir) {
  const port = await findFreePort()
  const [file, args] = npm('start')
  const began = performance.now()
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: file.endsWith('.cmd'),
    detached: process.platform !== 'win32',
  })
  child.stdout.resume()
  // npm may exit before the server; the pipe closes when both have.
  const ended = once(child, 'close')
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Stop('The server did not start.')
      await sleep(10)
    }
    return performance.now() - began
  } finally {
    stopGroup(child)
    await ended
  }
}

function stopGroup(child) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGTERM')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
