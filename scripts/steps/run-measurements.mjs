import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { measurePages } from './measure-pages.mjs'
import { seconds } from './report-step.mjs'
import { npm, root, runMain, Stop } from './run-command.mjs'

const RUNS = 3

export function runMeasurements() {
  return runMain(async () => {
    await install()
    await build()
    const cold = []
    const warm = []
    for (let run = 0; run < RUNS; run++) {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'chuma-measure-'))
      // The account that PostgreSQL runs as must be able to enter it.
      chmodSync(dataDir, 0o755)
      try {
        cold.push(await timeStart(dataDir))
        warm.push(await timeStart(dataDir))
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    }
    const rows = [
      ['npm start to ready, empty data directory', seconds(median(cold))],
      ['npm start to ready, existing data', seconds(median(warm))],
      ...measurePages().map(({ name, raw, gzip, brotli }) => [
        `${name}: JS and CSS`,
        `${kilobytes(raw)} raw, ${kilobytes(gzip)} gzip, ${kilobytes(brotli)} brotli`,
      ]),
    ]
    for (const [label, value] of rows) process.stdout.write(`${label.padEnd(42)}${value}\n`)
  })
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
  // npm may end before the server; the pipe is closed when both have.
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

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} kB`
}
