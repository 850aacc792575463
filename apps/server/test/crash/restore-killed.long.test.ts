import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import { finance, givenWithdrawal } from '@chuma/core/payouts/testing'
import { createTestDeps } from '@chuma/core/testing'
import { findRunningEmbedded, startEmbedded } from '@chuma/db/embedded'
import { createTestDb, dropDatabase } from '@chuma/db/testing'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { bundleProgram } from '../bundle-program.ts'
import { fingerprint, on } from '../open-backup-yard.ts'
import { closeAll, closeLater, givenEmptyDatabase, givenFolder } from './testing.ts'

afterEach(closeAll)

/** A restore for each step, and the commands that refuse what it left. */
const TEST_MS = 300_000
const { DATABASE_URL: _, ...inherited } = process.env
const SETTINGS = { ...inherited, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }
type Place = { DATABASE_URL: string } | { DATA_DIR: string }

const operate = async (name: 'backup' | 'restore', args: string[], place: Place) =>
  promisify(execFile)(process.execPath, [await bundleProgram(name), ...args], {
    env: { ...SETTINGS, ...place },
  })

/** `ready`: what is there before the step. `lock`: what the step waits for, so that it is under way when the process dies. */
type Step = { ready: string; lock: string; waits: RegExp }
const SETTLEMENT: Step = {
  ready: 'select from member limit 1',
  lock: 'lock table api_key in share mode',
  waits: /^update "api_key"/,
}
/** From the first row on. `backup.rest.test.ts` kills it earlier. */
const STEPS: [name: string, step: Step][] = [
  [
    'the rows',
    {
      ready: "select from pg_indexes where indexname = 'job_failed'",
      lock: 'lock table audit_entry in share mode',
      waits: /^copy/,
    },
  ],
  [
    'the functions',
    {
      ready: 'select from member limit 1',
      lock: 'lock table applied_function in share mode',
      waits: /applied_function/,
    },
  ],
  ['the settlement', SETTLEMENT],
]

const exists = async (url: string, query: string) => (await on(url, query).catch(() => [])).length > 0

/** Kill a restore at this step. Its last statement stays under way in the database. */
async function killAt({ ready, lock, waits }: Step, child: ChildProcess, urlOf: () => string) {
  const ended = once(child, 'exit')
  const hasReached = async () => child.exitCode !== null || exists(urlOf(), ready)
  await vi.waitUntil(hasReached, { timeout: TEST_MS, interval: 20 })
  const holder = new pg.Client({ connectionString: urlOf() })
  // Dropping the database ends it.
  holder.on('error', () => {})
  closeLater(() => holder.end())
  await holder.connect()
  await holder.query('begin')
  await holder.query(lock)
  const waiting = await vi.waitUntil(() => findWaiting(urlOf()), { timeout: TEST_MS, interval: 20 })
  expect(waiting).toMatch(waits)
  expect(child.exitCode).toBeNull()
  child.kill('SIGKILL')
  await ended
}

/** The statement that waits for a lock. On a connection of its own: a transaction sees the activity of its first look. */
async function findWaiting(url: string): Promise<string | undefined> {
  const [waiting] = await on(
    url,
    "select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return waiting?.query
}

async function startRestore(file: string, place: Place) {
  const program = await bundleProgram('restore')
  return spawn(process.execPath, [program, file], { env: { ...SETTINGS, ...place }, stdio: 'ignore' })
}

/** What a restore leaves in a database, without the times of it. */
async function readRestored(url: string) {
  const all = await fingerprint(url)
  const same = [
    'posting',
    'wallet',
    'withdrawal',
    'payout_attempt',
    'member',
    'journal_entry',
    'economy_version',
  ]
  const [counts] = await on(
    url,
    `select (select count(*) from hold where reason = 'restored' and ended_at is null) as holds,
      (select count(*) from payout_queue where provider = '*' and is_stopped) as stops,
      (select count(*) from audit_entry where action = 'database.restored') as entries,
      (select count(*) from applied_function) as functions,
      to_regnamespace('restore_unfinished') is null as is_finished`,
  )
  return { ...counts, ...Object.fromEntries(same.map((name) => [name, all[name]])) }
}

/** The backup of an installation with a withdrawal that waits. */
async function givenBackup() {
  const { db, url, close } = await createTestDb({ max: 5 })
  closeLater(close)
  const { id } = await givenWithdrawal(db)
  await decideWithdrawal(createTestDeps(db), finance, { id, status: 'approved', adminNotes: '' })
  const file = path.join(await givenFolder(), 'all.backup')
  await operate('backup', [file], { DATABASE_URL: url })
  return { file, url }
}

test(
  'a restore killed at any step stays marked, so that no server starts, and repeated has the result of one that was not',
  async () => {
    const { file, url: beside } = await givenBackup()
    const whole = await givenEmptyDatabase(beside)
    await operate('restore', [file], { DATABASE_URL: whole })
    const expected = await readRestored(whole)
    expect(expected).toMatchObject({ holds: '1', stops: '1', entries: '1', is_finished: true })

    const url = await givenEmptyDatabase(beside)
    const [server, name] = [new URL('/postgres', url).href, new URL(url).pathname.slice(1)]
    for (const [reached, step] of STEPS) {
      await killAt(step, await startRestore(file, { DATABASE_URL: url }), () => url)
      expect(
        await exists(url, "select from pg_namespace where nspname = 'restore_unfinished'"),
        reached,
      ).toBe(true)
      await dropDatabase(server, name)
      await on(server, `create database ${name}`)
    }
    await operate('restore', [file], { DATABASE_URL: url })
    expect(await readRestored(url)).toEqual(expected)
  },
  TEST_MS,
)

test(
  'a restore of the embedded database killed at its end leaves the old one, and repeated replaces it',
  async () => {
    const { file } = await givenBackup()
    const DATA_DIR = await givenFolder()
    await operate('restore', [file], { DATA_DIR })
    const urlOf = (name: string) =>
      new URL(`/${name}`, findRunningEmbedded(DATA_DIR) ?? 'postgres://127.0.0.1:1').href
    /** As the next command finds it, which starts what died with the killed one. */
    const read = async (name: string) => {
      const { stop } = await startEmbedded({ dir: DATA_DIR })
      return readRestored(urlOf(name)).finally(stop)
    }
    const expected = await read('chuma')
    await killAt(SETTLEMENT, await startRestore(file, { DATA_DIR }), () => urlOf('chuma_restoring'))
    expect(await read('chuma')).toEqual(expected)
    const { stdout } = await operate('restore', [file], { DATA_DIR })
    const kept = /is kept as (\w+)/.exec(stdout)?.[1] ?? ''
    expect(await read('chuma')).toEqual(expected)
    expect(await read(kept)).toEqual(expected)
  },
  TEST_MS,
)
