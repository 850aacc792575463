import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createDb } from '@chuma/db/client'
import { startEmbedded } from '@chuma/db/embedded'
import { findNewerMigration, isMigrated, migrateToLatest } from '@chuma/db/migrate'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../src/testing.ts'
import { bundleProgram } from './bundle-program.ts'

const run = promisify(execFile)

async function givenOlderSchema(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create table if not exists kysely_migration (name text primary key, timestamp text)')
    await client.query("insert into kysely_migration values ('0001_members', '2026-10-01')")
  } finally {
    await client.end()
  }
}

const start = async (env: NodeJS.ProcessEnv) => run(process.execPath, [await bundleProgram('main')], { env })

test('a folder of an older version gets one line that says how to keep or drop it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'chuma-older-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // PostgreSQL runs as another account when root starts it.
  await chmod(folder, 0o755)
  const { url, stop } = await startEmbedded({ dir: folder, durable: false })
  await givenOlderSchema(url)
  await stop()
  const { DATABASE_URL: _, ...env } = process.env
  await expect(start({ ...env, DATA_DIR: folder })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      new RegExp(
        `^The database in ${folder} was made by another version \\(migration 0001_members\\).* delete that folder; .*\\n$`,
      ),
    ),
  })
})

async function givenNewerSchema(url: string, floor?: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("insert into kysely_migration values ('9998_added_columns', '2027-10-01')")
    await client.query(
      'create or replace function keep_former_email() returns trigger language plpgsql as $$ begin return null; end $$',
    )
    if (floor) await client.query('update schema_floor set migration = $1', [floor])
  } finally {
    await client.end()
  }
}

test('a process that restarts after a newer version has migrated goes on, and changes nothing of it', async () => {
  const testApp = await createTestApp()
  onTestFinished(testApp.close)
  await givenNewerSchema(testApp.url)
  const db = createDb(testApp.url, { max: 2 })
  onTestFinished(() => db.destroy())
  expect(await isMigrated(db)).toBe(true)
  expect(await findNewerMigration(db)).toBe('9998_added_columns')
  await migrateToLatest(db)
  const { rows } = await sql<{ source: string }>`
    select prosrc as source from pg_proc where proname = 'keep_former_email'`.execute(db)
  expect(rows[0]?.source).toContain('begin return null; end')
})

test('a newer version that this one cannot work with refuses it in one line', async () => {
  const testApp = await createTestApp()
  onTestFinished(testApp.close)
  await givenNewerSchema(testApp.url, '9998_added_columns')
  await expect(start({ ...process.env, DATABASE_URL: testApp.url })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The database at DATABASE_URL was made by another version \(migration 9998_added_columns\).*\n$/,
    ),
  })
})

test('a database of another version gets one line too', async () => {
  const testApp = await createTestApp()
  onTestFinished(testApp.close)
  await givenOlderSchema(testApp.url)
  await expect(start({ ...process.env, DATABASE_URL: testApp.url })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The database at DATABASE_URL was made by another version .* name an empty database; .*\n$/,
    ),
  })
})
