import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { markDemo, resetDemo } from './demo-data.ts'

const dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'chuma-demo-')))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const demo = { isDemo: true, isNew: true }
const server = { isDemo: false, isNew: false }
const agree = async () => true
const reset = (confirm: (question: string) => Promise<boolean> = agree) =>
  resetDemo({ DATA_DIR: dir, DATABASE_URL: undefined }, confirm)

/** As a start leaves it: the database, its logs and keys, and a file that is somebody's own. */
beforeEach(() => {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(path.join(dir, 'data'), { recursive: true })
  mkdirSync(path.join(dir, 'roots'))
  const files = ['data/PG_VERSION', 'credentials.json', 'postgres.log', 'secrets-key', 'seal-key']
  for (const name of [...files, 'mpesa-simulator.jsonl', 'notes.txt']) writeFileSync(path.join(dir, name), '')
})

test('a demo’s data is deleted with its keys, and nothing else in the folder', async () => {
  markDemo(dir, demo)
  const asked: string[] = []
  const answer = await reset(async (question) => asked.push(question) > 0)
  expect(asked).toEqual([`Delete the demo's data in ${dir}?`])
  expect(answer).toBe(`Deleted the demo's data in ${dir}.`)
  expect(readdirSync(dir)).toEqual(['notes.txt'])
  expect(await reset()).toBe(`There is no data in ${dir} yet.`)
})

test.each([
  ['was made by a server', [{ isDemo: false, isNew: true }]],
  ['was served as a demo later', [{ isDemo: true, isNew: false }]],
  ['was a demo’s once', [demo, server, { isDemo: true, isNew: false }]],
])('data that %s stays', async (_, starts) => {
  for (const start of starts) markDemo(dir, start)
  await expect(reset()).rejects.toThrow(`The data in ${dir} is more than a demo's`)
  expect(existsSync(path.join(dir, 'data/PG_VERSION'))).toBe(true)
})

test('a database that DATABASE_URL names, a running one, and one whose owner says no stay', async () => {
  markDemo(dir, demo)
  const elsewhere = { DATA_DIR: dir, DATABASE_URL: 'postgres://localhost/chuma' }
  await expect(resetDemo(elsewhere, agree)).rejects.toThrow('DATABASE_URL names a server')
  await expect(reset(async () => false)).rejects.toThrow('Nothing is deleted.')
  writeFileSync(path.join(dir, 'data/postmaster.pid'), `${process.pid}\n`)
  await expect(reset()).rejects.toThrow(`PostgreSQL still runs on ${dir} (pid ${process.pid})`)
  expect(existsSync(path.join(dir, 'data/PG_VERSION'))).toBe(true)
})
