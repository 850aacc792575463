import { chmodSync, mkdtempSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { findUnprivilegedAccount, isRoot } from './credentials.ts'
import { startEmbedded } from './start-embedded.ts'
import { givenDatabaseWithNote, makeScratch, query, startInChild } from './testing.ts'

let scratch: string
let dir: string

// In a hook: when every test is skipped, nothing would remove a folder created outside.
beforeAll(async () => {
  const made = makeScratch()
  scratch = made.scratch
  dir = path.join(scratch, 'database')
  await givenDatabaseWithNote(dir)
  return made.removeScratch
})

test.skipIf(!isRoot())('an ordinary user runs PostgreSQL as themselves', async () => {
  const { uid } = findUnprivilegedAccount()
  const open = mkdtempSync(path.join(scratch, 'open-'))
  chmodSync(open, 0o777)
  const { said: url } = await startInChild(path.join(open, 'database'), uid)
  await expect(query(url, 'select 1 as one')).resolves.toEqual([{ one: 1 }])
  expect(statSync(path.join(open, 'database')).uid).toBe(uid)
})

test.skipIf(!isRoot())('a user without a name is told so in one line', async () => {
  const open = mkdtempSync(path.join(scratch, 'open-'))
  chmodSync(open, 0o777)
  const { said } = await startInChild(path.join(open, 'database'), 54321)
  expect(said).toMatch(/^This process runs as uid 54321, which has no entry in \/etc\/passwd/)
})

test.skipIf(!isRoot())('an ordinary user is told whose database it is', async () => {
  const { said } = await startInChild(dir, 54321)
  expect(said).toMatch(`The database in ${dir} belongs to another account`)
})

test.skipIf(!isRoot())(
  'in a folder closed to the account, the data go elsewhere and are found again',
  async () => {
    const closed = mkdtempSync(path.join(scratch, 'closed-'))
    const elsewhere = mkdtempSync(path.join(scratch, 'elsewhere-'))
    chmodSync(elsewhere, 0o755)
    const lines: string[] = []
    const there = {
      dir: path.join(closed, 'database'),
      durable: false,
      fallbackDirs: [path.join(scratch, 'missing'), elsewhere],
      log: (line: string) => lines.push(line),
    }
    const first = await startEmbedded(there)
    await query(first.url, 'create table note as select 1 as n')
    await first.stop()
    const second = await startEmbedded(there)
    onTestFinished(second.stop)
    await expect(query(second.url, 'select n from note')).resolves.toEqual([{ n: 1 }])
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(`the database files are in ${elsewhere}/chuma-`)

    await second.stop()
    chmodSync(closed, 0o755)
    const third = await startEmbedded(there)
    onTestFinished(third.stop)
    await expect(query(third.url, 'select n from note')).resolves.toEqual([{ n: 1 }])
  },
)
