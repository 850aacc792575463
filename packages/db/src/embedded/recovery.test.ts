import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findBinaries } from './find-binaries.ts'
import { pidFileOf, processIdentity, readPidFile } from './postgres-process.ts'
import { startEmbedded } from './start-embedded.ts'
import { findFreePort } from './supervise.ts'
import {
  endChild,
  givenDatabaseWithNote,
  keptNotes,
  makeScratch,
  query,
  readNotes,
  startForTest,
  startInChild,
} from './testing.ts'

const { scratch, removeScratch } = makeScratch()
const dir = path.join(scratch, 'database')
const dataDir = path.join(dir, 'data')

beforeAll(() => givenDatabaseWithNote(dir))
afterAll(removeScratch)

function postmasterPid(): number {
  const running = readPidFile(dataDir)
  if (!running) throw new Error('no server runs')
  return running.pid
}

test('a pid file whose number now belongs to another process does not block the start', async () => {
  const { uid, gid } = statSync(dataDir)
  const stranger = spawn('/bin/sh', ['-c', 'echo up; read wait'], { uid, gid })
  onTestFinished(() => endChild(stranger))
  await once(stranger.stdout, 'data')
  writeFileSync(pidFileOf(dataDir), `${stranger.pid}\n${dataDir}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`)
  const { url } = await startForTest({ dir })
  await expect(readNotes(url)).resolves.toEqual(keptNotes)
  expect(stranger.exitCode).toBeNull()
})

test('a start right after its predecessor was killed with SIGKILL works and finds the data', async () => {
  const { child } = await startInChild(dir)
  await endChild(child)
  const { url } = await startForTest({ dir })
  await expect(readNotes(url)).resolves.toEqual(keptNotes)
})

test('a server without a launcher is stopped before the start', async () => {
  const owner = statSync(dataDir)
  const { postgres } = await findBinaries(undefined, [])
  const settings = [`port=${await findFreePort()}`, 'unix_socket_directories=']
  const args = ['-D', dataDir, ...settings.flatMap((setting) => ['-c', setting])]
  const orphan = spawn(postgres, args, { stdio: 'ignore', uid: owner.uid, gid: owner.gid })
  await expect.poll(() => readPidFile(dataDir)?.isReady).toBe(true)

  const lines: string[] = []
  const { url } = await startForTest({ dir, log: (line) => lines.push(line) })
  expect(lines).toEqual([`Stopping a database server that an earlier run left behind (pid ${orphan.pid})`])
  expect(orphan.exitCode).toBe(0)
  await expect(readNotes(url)).resolves.toEqual(keptNotes)
})

test('a folder that another live process uses is refused in one line, and that process keeps its server', async () => {
  const { child, said: url } = await startInChild(dir)
  await expect(startEmbedded({ dir, durable: false })).rejects.toThrow(
    new RegExp(`^The database is already running from this folder \\(pid ${child.pid}\\): .*$`),
  )
  await expect(readNotes(url)).resolves.toEqual(keptNotes)
})

test.skipIf(!existsSync('/usr/bin/setpriv'))(
  'the server stops on its own when its launcher is killed',
  async () => {
    const { child } = await startInChild(dir)
    const pid = postmasterPid()
    await endChild(child)
    await expect.poll(() => processIdentity(pid), { timeout: 10_000 }).toBeUndefined()
  },
)

test('a killed server comes back on the same port with its data', async () => {
  const { url } = await startForTest({ dir })
  const pid = postmasterPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => readNotes(url).catch(String), { timeout: 20_000 }).toEqual(keptNotes)
  expect(postmasterPid()).not.toBe(pid)
})

test('a busy session of a killed server delays the restart but does not prevent it', async () => {
  const lines: string[] = []
  const { url } = await startForTest({ dir, log: (line) => lines.push(line) })
  const countBusy = "select count(*)::int as n from pg_stat_activity where query like 'do $$ %'"
  const busy = query(url, 'do $$ begin for i in 1..40000000 loop end loop; end $$').catch(String)
  await expect.poll(() => query(url, countBusy)).toEqual([{ n: 1 }])
  process.kill(postmasterPid(), 'SIGKILL')
  await expect.poll(() => readNotes(url).catch(String), { timeout: 20_000 }).toEqual(keptNotes)
  expect(lines).toHaveLength(1)
  await busy
})

test('a server that cannot come back is abandoned after five attempts, and stop still works', async () => {
  const lines: string[] = []
  const { stop } = await startForTest({ dir, log: (line) => lines.push(line) })
  const control = path.join(dataDir, 'global', 'pg_control')
  renameSync(control, `${control}.away`)
  onTestFinished(() => renameSync(`${control}.away`, control))
  process.kill(postmasterPid(), 'SIGKILL')
  await expect.poll(() => lines.at(-1), { timeout: 20_000 }).toMatch('stays stopped')
  expect(lines.filter((line) => line.includes('starting it again'))).toHaveLength(5)
  expect(lines[1]).toMatch(/^PostgreSQL did not start: .*pg_control/)
  await stop()
})
