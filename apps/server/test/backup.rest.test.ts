import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { BackupError } from '@chuma/db/backup/encrypt-chunks'
import { replaceDatabase, restoreBackup } from '@chuma/db/backup/restore-backup'
import { writeBackup } from '@chuma/db/backup/write-backup'
import { createDb } from '@chuma/db/client'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleProgram } from './bundle-program.ts'
import { fingerprint, on, openBackupYard } from './open-backup-yard.ts'

const yard = await openBackupYard()
const { testApp, folder, file, plainFile, key, made, urlOf, command, givenEmptyDatabase } = yard
beforeAll(yard.prepare)
afterAll(yard.close)

/** What settling a restored database changes on purpose. */
const SETTLED = [
  ...['payout_queue', 'hold', 'audit_entry', 'session', 'staff_session', 'one_time_link', 'security_link'],
  ...[
    'known_device',
    'staff_known_device',
    'client_session',
    'client_link',
    'destination_code',
    'staff',
    'api_key',
    'member',
  ],
]

const ENV = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'), DEMO: 'off', PORT: '41999' }

const rules = (url: string) =>
  on(
    url,
    `select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger t
       join pg_class c on c.oid = tgrelid where not tgisinternal and c.relnamespace = 'public'::regnamespace
     union all select sequencename || ' ' || coalesce(last_value, 0) from pg_sequences
       where schemaname = 'public' and sequencename not like 'audit%'
     order by 1`,
  )

test('a restore into an empty database brings back every row, rule and number', async () => {
  const url = await givenEmptyDatabase()
  const { stdout } = await command('restore', [file], url)
  expect(stdout).toMatch(/Restored [\d,]+ rows of .*; [1-9][\d,]* postings add up\./)

  const [before, after] = await Promise.all([fingerprint(testApp.url), fingerprint(url)])
  for (const name of SETTLED) {
    delete before[name]
    delete after[name]
  }
  expect(Object.values(before).filter((print) => !print.startsWith('0 ')).length).toBeGreaterThan(20)
  expect(after).toEqual(before)
  expect(await rules(url)).toEqual(await rules(testApp.url))
  await expect(on(url, 'update posting set points = points + 1')).rejects.toThrow()
})

test('restoring an old backup pays nothing twice and revives no session', async () => {
  const { memberId } = await testApp.member()
  const later = path.join(folder, 'later.backup')
  await command('backup', [later], testApp.url)
  const url = await givenEmptyDatabase()
  await command('restore', [later], url)
  const db = createDb(url, { max: 1 })
  try {
    const queues = await db.selectFrom('payoutQueue').select(['provider', 'isStopped', 'reason']).execute()
    expect(queues).toContainEqual({
      provider: '*',
      isStopped: true,
      reason: expect.stringContaining('Restored from the backup'),
    })
    const sessions = db.selectFrom('session').select('revokedAt').where('memberId', '=', memberId)
    expect(await sessions.execute()).toEqual([{ revokedAt: expect.any(Date) }])
    const owed = db.selectFrom('auditEntry').select('action').where('action', '=', 'database.restored')
    expect(await owed.execute()).toHaveLength(1)
  } finally {
    await db.destroy()
  }
})

const start = async (url: string, env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(process.execPath, [await bundleProgram('main')], {
    env: { ...process.env, ...ENV, DATABASE_URL: url, ...env },
  })

const exists = async (url: string, query: string) => (await on(url, query).catch(() => [])).length > 0

test.each([
  ['its first step', "select from pg_namespace where nspname = 'restore_unfinished'"],
  ['the tables', "select from pg_class where relname = 'withdrawal'"],
  ['the rows', 'select from member limit 1'],
])('after a restore that was killed behind %s no server starts', async (_, reached) => {
  const url = await givenEmptyDatabase()
  const child = spawn(process.execPath, [await bundleProgram('restore'), file], {
    env: { ...process.env, ...ENV, DATABASE_URL: url },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  while (child.exitCode === null && !(await exists(url, reached)));
  child.kill('SIGKILL')
  await ended
  expect(await exists(url, "select from pg_namespace where nspname = 'restore_unfinished'")).toBe(true)
  await expect(start(url)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^DATABASE_URL: a restore into this database has not finished.*\n$/),
  })
})

test('between its rows and its end no server starts with a restored database, with MIGRATE on or off', async () => {
  const url = await givenEmptyDatabase()
  await restoreBackup(url, file, { keys: [key] })
  for (const MIGRATE of ['on', 'off']) {
    await expect(start(url, { MIGRATE })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has not finished'),
    })
  }
})

test('a restore brings back pending jobs and not finished ones', async () => {
  const url = await givenEmptyDatabase()
  // A running server has its timer's own queue there.
  await on(testApp.url, 'select pgboss.create_queue(\'__timer\', \'{"policy": "standard"}\')')
  await on(
    testApp.url,
    `insert into pgboss.job (name, data, state) values
       ('__timer', '{"email":"owed@example.com"}', 'created'),
       ('send-verification', '{"email":"owed@example.com"}', 'created'),
       ('send-verification', '{"email":"done@example.com"}', 'completed')`,
  )
  const jobs = path.join(folder, 'jobs.backup')
  await writeBackup(testApp.url, jobs, key)
  await restoreBackup(url, jobs, { keys: [key] })
  const found = await on(
    url,
    `select data->>'email' as email from pgboss.job where data->>'email' like '%@example.com'
       and data->>'email' in ('owed@example.com', 'done@example.com')`,
  )
  expect(found).toEqual([{ email: 'owed@example.com' }])
})

test('a backup is readable by its owner only, never replaced, and never left half-written', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await expect(command('backup', [file], testApp.url)).rejects.toMatchObject({
    stderr: expect.stringContaining('is there already'),
  })
  const nowhere = path.join(folder, 'nowhere.backup')
  await expect(writeBackup(urlOf('postgres'), nowhere, key)).rejects.toThrow()
  await expect(stat(nowhere)).rejects.toThrow()
  await expect(stat(`${nowhere}.part`)).rejects.toThrow()
})

const spoil: [what: string, (text: Buffer) => Buffer, says: RegExp][] = [
  ['one digit of one row', withAnotherDigit, /digest differs/],
  ['a row taken out', withoutARow, /digest differs/],
  ['its second half', (text) => text.subarray(0, text.length / 2), /ends before the backup does/],
  [
    'its last line',
    (text) => text.subarray(0, text.lastIndexOf('\n', -2) + 1),
    /ends before the backup does/,
  ],
  ['something after its end', (text) => Buffer.concat([text, Buffer.from('{}\n')]), /more in the file/],
  ['another kind of file', () => Buffer.from('hello\n'), /not a backup of this product/],
  ['nothing at all', () => Buffer.alloc(0), /ends before the backup does/],
]

test.each(spoil)('a backup with %s changed is refused, and nothing is written', async (_, change, says) => {
  const spoiled = path.join(folder, 'spoiled.backup')
  await writeFile(spoiled, gzipSync(change(gunzipSync(await readFile(plainFile)))))
  const url = await givenEmptyDatabase()
  await expect(restoreBackup(url, spoiled, { keys: [key] })).rejects.toThrow(says)
  expect(await fingerprint(url)).toEqual({})
})

test('a damaged compressed backup is refused', async () => {
  const packed = await readFile(plainFile)
  const cut = path.join(folder, 'cut.backup')
  const url = await givenEmptyDatabase()
  await writeFile(cut, packed.subarray(0, packed.length - 100))
  await expect(restoreBackup(url, cut, { keys: [key] })).rejects.toThrow(BackupError)
  await writeFile(cut, 'not packed at all')
  await expect(restoreBackup(url, cut, { keys: [key] })).rejects.toThrow(BackupError)
  expect(await fingerprint(url)).toEqual({})
})

test('a backup of a newer version and a database with tables are refused', async () => {
  const newer = path.join(folder, 'newer.backup')
  const text = gunzipSync(await readFile(plainFile)).toString('latin1')
  const header = JSON.parse(text.slice(0, text.indexOf('\n')))
  header.migrations.push('9999_from_tomorrow')
  const body = `${JSON.stringify(header)}${text.slice(text.indexOf('\n'), text.lastIndexOf('\n', text.length - 2) + 1)}`
  const end = JSON.parse(text.slice(text.lastIndexOf('\n', text.length - 2) + 1))
  end.sha256 = createHash('sha256').update(body, 'latin1').digest('hex')
  await writeFile(newer, gzipSync(Buffer.from(`${body}${JSON.stringify(end)}\n`, 'latin1')))
  await expect(restoreBackup(await givenEmptyDatabase(), newer, { keys: [key] })).rejects.toThrow(
    '9999_from_tomorrow',
  )
  await expect(command('restore', [file], testApp.url)).rejects.toMatchObject({
    stderr: expect.stringContaining('has tables already'),
  })
})

test('the old database stays in place until the new one is complete, and is kept afterwards', async () => {
  const url = await givenEmptyDatabase()
  const name = new URL(url).pathname.slice(1)
  await on(url, 'create table which as select 1 as version')
  await expect(
    replaceDatabase(url, () => Promise.reject(new BackupError('its ledger does not add up'))),
  ).rejects.toThrow('does not add up')
  expect(await on(url, 'select version from which')).toEqual([{ version: 1 }])

  const { kept } = await replaceDatabase(url, (fresh) =>
    on(fresh, 'create table which as select 2 as version'),
  )
  made.push(kept)
  expect(await on(url, 'select version from which')).toEqual([{ version: 2 }])
  expect(await on(urlOf(kept), 'select version from which')).toEqual([{ version: 1 }])

  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await expect(replaceDatabase(url, async () => {})).rejects.toThrow('stop it first')
  await holder.end()
  const left = await on(
    urlOf('postgres'),
    `select datname from pg_database where datname = '${name}_restoring'`,
  )
  expect(left).toEqual([])
})

function withAnotherDigit(text: Buffer): Buffer {
  const other = Buffer.from(text)
  let at = text.indexOf('\n', text.indexOf('"table":"posting"')) + 1
  while (!/\d/.test(String.fromCharCode(other[at] ?? 0))) at += 1
  other[at] = other[at] === 0x31 ? 0x32 : 0x31
  return other
}

function withoutARow(text: Buffer): Buffer {
  const start = text.indexOf('\n', text.indexOf('"table":"posting"')) + 1
  return Buffer.concat([text.subarray(0, start), text.subarray(text.indexOf('\n', start) + 1)])
}
