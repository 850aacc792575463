import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { t } from './i18n.ts'

test('a plural follows its number', () => {
  expect(t('amount.points', { points: 1 })).toBe('1 point')
  expect(t('amount.points', { points: 1200 })).toBe('1,200 points')
})

test('the compiler requires the values that a message names', () => {
  // @ts-expect-error the values are missing
  t('amount.points')
  // @ts-expect-error the name is wrong
  t('amount.points', { count: 1 })
  // @ts-expect-error there is no such message
  t('amount.nothing')
  expect(t('nav.home')).toBe('Home')
})

/** A key of two files with different texts has the type `never`, and no error names it. */
test('no key is in two files of a catalogue', async () => {
  const folder = new URL('./messages/en/', import.meta.url)
  const filesOf = new Map<string, string[]>()
  for (const file of await readdir(fileURLToPath(folder))) {
    const text = await readFile(new URL(file, folder), 'utf8')
    for (const [, key = ''] of text.matchAll(/^ {2}'([^']+)':/gm))
      filesOf.set(key, [...(filesOf.get(key) ?? []), file])
  }
  expect(filesOf.size).toBeGreaterThan(500)
  expect([...filesOf].filter(([, files]) => files.length > 1)).toEqual([])
})
