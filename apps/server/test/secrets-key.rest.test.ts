import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { plainPostbacks } from '@chuma/core/partners/plain-postbacks.testing'
import { createSecrets } from '@chuma/core/secrets/secrets'
import { givenSecrets, readStored } from '@chuma/core/secrets/testing'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { loadSecrets } from '../src/load-secrets.ts'
import { callRest, createTestApp } from '../src/testing.ts'
import { bundleProgram } from './bundle-program.ts'

const run = promisify(execFile)
const [oldKey, newKey] = [Buffer.alloc(32, 7), randomBytes(32)]
const [OLD, NEW] = [oldKey.toString('base64'), newKey.toString('base64')]
const both = createSecrets([newKey, oldKey])
const testApp = await createTestApp({ postbacks: plainPostbacks(), secrets: createSecrets([oldKey, newKey]) })
const { app, db, deps } = testApp
await givenSecrets(deps)
const owner = await testApp.owner('owner')
const folder = await mkdtemp(path.join(tmpdir(), 'chuma-key-'))
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await testApp.close()
})

const start = async (name: 'main' | 'rotate-secrets', env: NodeJS.ProcessEnv) =>
  run(process.execPath, [await bundleProgram(name)], {
    env: { ...process.env, DATABASE_URL: testApp.url, DEMO: 'off', PORT: '1', DATA_DIR: folder, ...env },
  })

test.each(['main', 'rotate-secrets'] as const)(
  'with another key %s ends with one line that names the missing key, and changes nothing',
  async (name) => {
    const before = await readStored(db)
    await expect(start(name, { SECRETS_KEY: NEW })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(
          `^SECRETS_KEY: the database has secrets sealed with the key ${both.keyIds[1]}, .* Nothing was changed\\n$`,
        ),
      ),
    })
    await expect(start(name, {})).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^SECRETS_KEY: .* no key was given\. .*\n$/),
    })
    expect(await readStored(db)).toEqual(before)
    await expect(stat(path.join(folder, 'secrets-key'))).rejects.toThrow()
  },
)

test('the command seals everything with the new key while the server answers', async () => {
  const list = () => callRest(app, owner.token, { method: 'GET', url: '/api/admin/partners' })
  const before = (await list()).body
  const rotation = start('rotate-secrets', { SECRETS_KEY: NEW, SECRETS_KEYS_OLD: OLD })
  let isRunning = true
  const ended = rotation.finally(() => {
    isRunning = false
  })
  while (isRunning) expect((await list()).body).toEqual(before)
  expect((await ended).stdout).toMatch(
    new RegExp(
      `^[1-9]\\d* secrets sealed again\\. Only the key ${both.keyId} is needed now: remove SECRETS_KEYS_OLD\\.\\n$`,
    ),
  )
  expect((await readStored(db)).filter((value) => !value.startsWith(`sealed:1:${both.keyId}:`))).toEqual([])
  const again = await start('rotate-secrets', { SECRETS_KEY: NEW })
  expect(again.stdout).toMatch(/^0 secrets sealed again/)
})

test('a laptop gets a key that only its owner can read, keeps it, and never replaces a lost one', async () => {
  const laptop = await createTestDb()
  try {
    const env = { DATA_DIR: path.join(folder, 'new'), SECRETS_KEY: undefined, SECRETS_KEYS_OLD: [] }
    const started = await Promise.all([loadSecrets(env, laptop.db), loadSecrets(env, laptop.db)])
    const file = path.join(env.DATA_DIR, 'secrets-key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(new Set(started.map(({ keyId }) => keyId)).size).toBe(1)
    const text = await readFile(file, 'utf8')
    expect((await loadSecrets(env, laptop.db)).keyId).toBe(started[0].keyId)
    await rm(file)
    await expect(loadSecrets(env, laptop.db)).rejects.toThrow(
      `the key ${started[0].keyId}, and no key was given`,
    )
    await expect(stat(file)).rejects.toThrow()
    const given = { ...env, SECRETS_KEY: Buffer.from(text.trim(), 'base64') }
    expect((await loadSecrets(given, laptop.db)).keyId).toBe(started[0].keyId)
  } finally {
    await laptop.close()
  }
})
