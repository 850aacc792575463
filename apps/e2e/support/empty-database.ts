import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'

const EMBEDDED = path.join(import.meta.dirname, '../../../packages/db/src/embedded/start-embedded.ts')

/** A database in which nothing has ever been: on the server that DATABASE_URL names, or on one that starts here. */
export async function openEmptyDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  const own = process.env.DATABASE_URL ? null : await startServer()
  const server = process.env.DATABASE_URL ?? own?.url ?? ''
  const name = `chuma_empty_${randomUUID().replaceAll('-', '')}`
  await run(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    close: async () => {
      if (own) await own.stop()
      else await run(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Run statements as the owner of the database. */
export async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A process of its own: browser tests import nothing of the product. */
async function startServer() {
  const dir = mkdtempSync(path.join(tmpdir(), 'chuma-empty-'))
  const program = `
    import { startEmbedded } from ${JSON.stringify(EMBEDDED)}
    const { url, stop } = await startEmbedded({ dir: ${JSON.stringify(dir)}, durable: false })
    process.once('SIGTERM', () => stop().then(() => process.exit(0)))
    console.log(url)
    setInterval(() => {}, 1000)`
  const args = ['--import', 'tsx', '--input-type=module', '-e', program]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url]: string[] = await once(createInterface(child.stdout), 'line')
  return {
    url: url ?? '',
    stop: async () => {
      await end(child)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
