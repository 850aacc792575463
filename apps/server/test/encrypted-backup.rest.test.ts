import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { plainPostbacks } from '@chuma/core/partners/plain-postbacks.testing'
import { createSecrets } from '@chuma/core/secrets/secrets'
import { givenSecrets } from '@chuma/core/secrets/testing'
import { BackupError } from '@chuma/db/backup/encrypt-chunks'
import { readBackup, restoreBackup } from '@chuma/db/backup/restore-backup'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decrypt, fingerprint, openBackupYard } from './open-backup-yard.ts'

const yard = await openBackupYard()
const { testApp, folder, file, plainFile, key, command, givenEmptyDatabase } = yard
let prepared: Awaited<ReturnType<typeof fingerprint>>
beforeAll(async () => {
  await yard.prepare()
  prepared = await fingerprint(testApp.url)
})
afterAll(yard.close)

test('nothing in a backup is readable, and no secret in its decrypted text', async () => {
  const { canaries } = await givenSecrets({ ...testApp.deps, postbacks: plainPostbacks() })
  const { email } = await testApp.member()
  const canary = path.join(folder, 'canary.backup')
  await command('backup', [canary], testApp.url)
  const [stored, text] = [await readFile(canary), gunzipSync(await decrypt(canary)).toString('latin1')]
  const hex = (word: string) => Buffer.from(word).toString('hex')
  expect(text).toContain(email)
  for (const word of canaries) {
    expect(text).not.toContain(word)
    expect(text).not.toContain(hex(word))
  }
  // The prefix is followed by ciphertext only: what compresses is text.
  expect(gzipSync(stored).length).toBeGreaterThan(stored.length)
  expect(() => gunzipSync(stored)).toThrow()
})

test('a backup of a version that did not encrypt is restored without any key', async () => {
  const url = await givenEmptyDatabase()
  await restoreBackup(url, plainFile, { keys: [] })
  expect((await fingerprint(url)).posting).toBe(prepared.posting)
})

test('without its key a backup is refused with the key’s id, and with the previous key it opens', async () => {
  const url = await givenEmptyDatabase()
  const other = Buffer.alloc(32, 9).toString('base64')
  await expect(command('restore', [file], url, { SECRETS_KEY: other })).rejects.toMatchObject({
    stderr: `Not restored: the file is encrypted with the key ${key.id}. Give that key as SECRETS_KEY, or among SECRETS_KEYS_OLD\n`,
  })
  expect(await fingerprint(url)).toEqual({})
  const keys = createSecrets([Buffer.alloc(32, 9), Buffer.alloc(32, 7)]).backupKeys
  const kinds = new Set<string>()
  for await (const { kind } of readBackup(file, keys)) kinds.add(kind)
  expect([...kinds]).toEqual(['header', 'table', 'row', 'end'])
})

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['its last byte cut off', (bytes) => bytes.subarray(0, -1)],
  ['something after its end', (bytes) => Buffer.concat([bytes, Buffer.alloc(1)])],
])('an encrypted backup with %s is refused, and nothing is written', async (_, change) => {
  const changed = path.join(folder, 'changed.backup')
  await writeFile(changed, change(await readFile(file)))
  const url = await givenEmptyDatabase()
  await expect(restoreBackup(url, changed, { keys: [key] })).rejects.toThrow(BackupError)
  expect(await fingerprint(url)).toEqual({})
})
