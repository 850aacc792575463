import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepRootsIn } from './sealing.ts'

test('a root is kept once a day in a private file, and another one of that day beside it, never over it', async () => {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'chuma-roots-')), 'roots')
  onTestFinished(() => rm(path.dirname(folder), { recursive: true }))
  const { keep } = keepRootsIn(folder)
  for (const document of ['{"a":1}', '{"a":1}', '{"a":2}']) await keep('2026-11-26', document)
  expect((await readdir(folder)).sort()).toEqual(['books-2026-11-26-2.json', 'books-2026-11-26.json'])
  const first = path.join(folder, 'books-2026-11-26.json')
  expect(await readFile(first, 'utf8')).toBe('{"a":1}')
  expect((await stat(first)).mode & 0o777).toBe(0o600)
})

test('without a folder the job fails, because the root has left the database nowhere', async () => {
  await expect(keepRootsIn(undefined).keep('2026-11-26', '{}')).rejects.toThrow('ROOTS_DIR is not set')
})
