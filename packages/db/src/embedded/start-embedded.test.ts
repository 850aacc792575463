import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { answersSignal, pidFileOf, readPidFile } from './postgres-process.ts'
import { startEmbedded } from './start-embedded.ts'
import { givenDatabaseWithNote, keptNotes, makeScratch, query, readNotes, startForTest } from './testing.ts'

const { scratch, removeScratch } = makeScratch()
const dir = path.join(scratch, 'database')
const dataDir = path.join(dir, 'data')

beforeAll(() => givenDatabaseWithNote(dir))
afterAll(removeScratch)

test('a second start finds the data of the first', async () => {
  const { url } = await startForTest({ dir })
  await expect(readNotes(url)).resolves.toEqual(keptNotes)
})

test('the application’s role owns its database and may create others, but only the administrator is a superuser', async () => {
  const { url, adminUrl } = await startForTest({ dir })
  const whoAmI = `
    select rolsuper, rolcreatedb, pg_get_userbyid(datdba) = 'chuma' as "isOwners"
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`
  await expect(query(url, whoAmI)).resolves.toEqual([{ rolsuper: false, rolcreatedb: true, isOwners: true }])
  await expect(query(adminUrl, whoAmI)).resolves.toMatchObject([{ rolsuper: true, isOwners: true }])
})

test('passwords are required, and stored where only the owner can read them', async () => {
  const { url } = await startForTest({ dir })
  const wrong = new URL(url)
  wrong.password = 'guess'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect(statSync(path.join(dir, 'credentials.json')).mode & 0o077).toBe(0)
})

test('new passwords are generated when their file is lost', async () => {
  rmSync(path.join(dir, 'credentials.json'))
  const { url, adminUrl } = await startForTest({ dir })
  await expect(readNotes(url)).resolves.toEqual(keptNotes)
  await expect(readNotes(adminUrl)).resolves.toEqual(keptNotes)
})

test('a port in use is refused in one line and leaves nothing running', async () => {
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  onTestFinished(() => void busy.close())
  const address = busy.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(startEmbedded({ dir, durable: false, port })).rejects.toThrow(
    `PostgreSQL cannot listen on port ${port}: it is in use`,
  )
  expect(existsSync(pidFileOf(dataDir))).toBe(false)
  await startForTest({ dir })
})

test('a stopped server leaves no process and no claim behind', async () => {
  const { stop } = await startEmbedded({ dir, durable: false })
  const pid = readPidFile(dataDir)?.pid ?? 0
  await Promise.all([stop(), stop()])
  expect(answersSignal(pid)).toBe(false)
  expect(existsSync(path.join(dir, 'launcher.json'))).toBe(false)
})

test('the log contains no failed statements, which contain personal data', async () => {
  const { url } = await startForTest({ dir })
  await expect(query(url, "select 'member@example.com'::int")).rejects.toThrow('invalid input')
  expect(readFileSync(path.join(dir, 'postgres.log'), 'utf8')).not.toContain('member@example.com')
})
