import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { seedDemo } from '@chuma/core/demo/seed-demo'
import { testSecrets } from '@chuma/core/testing'
import { decryptChunks } from '@chuma/db/backup/encrypt-chunks'
import { writeBackup } from '@chuma/db/backup/write-backup'
import { dropDatabase } from '@chuma/db/testing'
import pg from 'pg'
import { createTestApp } from '../src/testing.ts'
import { bundleProgram } from './bundle-program.ts'

const run = promisify(execFile)
const [key] = testSecrets.backupKeys
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

/** Run a statement on a connection of its own. */
export async function on(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A demo and its backup, and empty databases to restore it into. */
export async function openBackupYard() {
  const testApp = await createTestApp()
  const folder = await mkdtemp(path.join(tmpdir(), 'chuma-backup-'))
  const file = path.join(folder, 'all.backup')
  /** As earlier versions wrote it: not encrypted. */
  const plainFile = path.join(folder, 'plain.backup.gz')
  const made: string[] = []
  const urlOf = (name: string) => new URL(`/${name}`, testApp.url).href
  return {
    testApp,
    folder,
    file,
    plainFile,
    key,
    made,
    urlOf,
    prepare: async () => {
      await seedDemo(testApp.deps)
      await writeBackup(testApp.url, file, key)
      await writeFile(plainFile, await decrypt(file))
    },
    close: async () => {
      for (const name of made) await dropDatabase(urlOf('postgres'), name)
      await rm(folder, { recursive: true, force: true })
      await testApp.close()
    },
    givenEmptyDatabase: async () => {
      const name = `chuma_empty_${randomUUID().replaceAll('-', '')}`
      made.push(name)
      await on(urlOf('postgres'), `create database ${name}`)
      return urlOf(name)
    },
    command: async (
      name: 'backup' | 'restore',
      args: string[],
      url: string,
      env: NodeJS.ProcessEnv = { SECRETS_KEY },
    ) =>
      run(process.execPath, [await bundleProgram(name), ...args], {
        env: { ...process.env, DATABASE_URL: url, ...env },
      }),
  }
}

/** What is in an encrypted backup: gzipped text. */
export async function decrypt(encrypted: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of decryptChunks(createReadStream(encrypted), [key])) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The number of rows of every table, and a digest of them. */
export async function fingerprint(url: string): Promise<Record<string, string>> {
  const tables = await on(
    url,
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'kysely%'`,
  )
  const prints = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as print from "${name}" t`,
  )
  const rows = await on(url, prints.join('\nunion all '))
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}
