import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '@chuma/db/embedded'
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
