import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readSealKeys } from '@chuma/core/books/seals/seal-keys'
import { expect, onTestFinished, test } from 'vitest'
import { openSealKeys } from './sealing.ts'

const silent = { warn: () => {} }

async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'chuma-seal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const open = (DATA_DIR: string, DATABASE_URL?: string) =>
  openSealKeys({ DATA_DIR, DATABASE_URL, SEAL_KEYS: undefined }, silent)

test('on a laptop the first start makes a key that only its owner can read, and later starts keep it', async () => {
  const folder = await givenFolder()
  const [first] = open(folder)
  expect(open(folder).map(({ id }) => id)).toEqual([first?.id])
  expect((await stat(path.join(folder, 'seal-key'))).mode & 0o777).toBe(0o600)
})

test('a damaged key file is refused in one line and left as it is', async () => {
  const folder = await givenFolder()
  await writeFile(path.join(folder, 'seal-key'), 'half')
  expect(() => open(folder)).toThrow(`${folder}/seal-key: give 32 random bytes in base64`)
  expect(await readFile(path.join(folder, 'seal-key'), 'utf8')).toBe('half')
})

test('a server with its own database takes its keys from SEAL_KEYS, and without them says what is missing', async () => {
  const said: string[] = []
  const SEAL_KEYS = readSealKeys(Buffer.alloc(32, 1).toString('base64'))
  const given = { DATA_DIR: '/nonexistent', DATABASE_URL: 'postgres://localhost/chuma' }
  const log = { warn: (line: unknown) => void said.push(String(line)) }
  expect(openSealKeys({ ...given, SEAL_KEYS }, log)).toBe(SEAL_KEYS)
  expect(openSealKeys({ ...given, SEAL_KEYS: undefined }, log)).toEqual([])
  expect(said).toEqual([expect.stringMatching(/^SEAL_KEYS is not set/)])
})
