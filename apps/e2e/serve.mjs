import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'

// The built product on a database of its own: embedded, or a new one on the server that DATABASE_URL names.
const dataDir = mkdtempSync(path.join(tmpdir(), 'chuma-e2e-'))
const server = process.env.DATABASE_URL
const database = `chuma_e2e_${randomUUID().replaceAll('-', '')}`

async function onServer(statement) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

// A machine that runs browsers and the server is slower than any that members wait for. The tests begin with empty lists.
const env = { DATABASE_WAIT_SECONDS: '10', DEMO_STORY: 'off', ...process.env, DATA_DIR: dataDir, DEMO: 'on' }
if (server) {
  await onServer(`create database ${database}`)
  const url = new URL(server)
  url.pathname = `/${database}`
  env.DATABASE_URL = url.href
}

const child = spawn(process.execPath, [path.join(import.meta.dirname, '../server/dist/bin/main.js')], {
  env,
  stdio: ['inherit', 'inherit', 'pipe'],
})
let lastWords = ''
child.stderr.on('data', (chunk) => {
  process.stderr.write(chunk)
  lastWords = `${lastWords}${chunk}`.slice(-1000)
})

let isAsked = false
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    isAsked = true
    child.kill(signal)
  })
}
child.once('close', async (code, signal) => {
  // Every test after this fails at once and says nothing of the cause.
  if (!isAsked && env.E2E_REPORT)
    appendFileSync(`${env.E2E_REPORT}.server`, `the server ended (${code ?? signal}): ${lastWords}\n`)
  rmSync(dataDir, { recursive: true, force: true })
  if (server) await onServer(`drop database if exists ${database}`)
  process.exit(code ?? 1)
})
