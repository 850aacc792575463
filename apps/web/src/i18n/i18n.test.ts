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

test('no two files of a catalogue share a key with different texts', async () => {
  const folder = new URL('./messages/en/', import.meta.url)
  const files = await readdir(fileURLToPath(folder))
  const names = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8')
      return [...text.matchAll(/^ {2}'([^']+)':/gm)].map(([, name]) => name)
    }),
  )
  const all = names.flat()
  expect(all.length).toBeGreaterThan(500)
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
})
