import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type Embedded, startEmbedded } from './start-embedded.ts'

export async function query(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  // A server that is killed while the client connects must fail the query, not the process.
  client.on('error', () => {})
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** Make a folder that every account may enter, whatever the umask. */
export function makeScratch(mode = 0o755): { scratch: string; removeScratch: () => void } {
  const scratch = mkdtempSync(path.join(tmpdir(), 'chuma-embedded-'))
  chmodSync(scratch, mode)
  return { scratch, removeScratch: () => rmSync(scratch, { recursive: true, force: true }) }
}

export const keptNotes = [{ text: 'kept' }]
export const readNotes = (url: string) => query(url, 'select text from note')

export async function givenDatabaseWithNote(dir: string): Promise<void> {
  const { url, stop } = await startEmbedded({ dir, durable: false })
  await query(url, 'create table note (text text)', "insert into note values ('kept')")
  await stop()
}

/** Stops when the test ends. */
export async function startForTest(options: Parameters<typeof startEmbedded>[0]): Promise<Embedded> {
  const embedded = await startEmbedded({ durable: false, ...options })
  onTestFinished(embedded.stop)
  return embedded
}

/** Start the database in a folder from a second Node process, which reports its URL or the error's message. */
export async function startInChild(
  dir: string,
  uid?: number,
): Promise<{ child: ChildProcess; said: string }> {
  const program = `
    import { startEmbedded } from '${new URL('./start-embedded.ts', import.meta.url).href}'
    try {
      const { url } = await startEmbedded({ dir: '${dir}', durable: false })
      console.log(url)
      setInterval(() => {}, 1000)
    } catch (error) {
      console.log(error.message)
    }`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  onTestFinished(() => endChild(child))
  const [said] = await once(createInterface(child.stdout), 'line')
  return { child, said }
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
