import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { APP_VERSION } from './platform.ts'

test('the version shown to staff is that of the package', async () => {
  const manifest = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  expect(JSON.parse(manifest).version).toBe(APP_VERSION)
})
