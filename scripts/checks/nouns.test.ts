import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './list-files.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The business's nouns, in the order of their dependencies: each imports from those before it. A feature is found under the same
 * one in every layer.
 */
const NOUNS = [
  'auth',
  'account',
  'inbox',
  'webhooks',
  'wallet',
  'premium',
  'profile',
  'partners',
  'surveys',
  'tasks',
  'referral',
  'payouts',
  'books',
  'receivables',
  'clients',
  'personal-data',
  'admin',
]

/** Imports that still point the wrong way, by layer. They may only become fewer. */
const AGAINST_THE_ORDER: Record<string, number> = {
  'packages/contract/src': 0,
  'packages/db/src/queries': 0,
  'packages/core/src': 0,
  'packages/api/src/routers': 0,
  'apps/web/src': 0,
}

/** Each layer's folder, and what it holds that is not about a noun. */
const LAYERS: Record<string, string[]> = {
  'packages/contract/src': [],
  'packages/db/functions': [],
  'packages/db/src/queries': [],
  'packages/core/src': ['approvals', 'demo', 'idempotency', 'language', 'live', 'secrets'],
  'packages/api/src/routers': [],
  'apps/web/src': ['app', 'art', 'i18n', 'live', 'offline', 'routes', 'site', 'ui', 'worker'],
  'apps/e2e/specs': ['site'],
}

/** A folder's name has to say what is in it. */
const VAGUE = /^(common|helpers?|lib|misc|shared|types|utils?)$/

/** Folders whose files are a list by nature: one file more is not one more thing to understand. */
const LISTS = /^(packages\/db\/migrations|apps\/web\/src\/i18n\/messages\/\w+|docs\/decisions)$/
const MAX_FILES = 35

const files = listFiles('').filter((file) => !file.startsWith('docs/images/'))
const foldersIn = (layer: string) => [
  ...new Set(
    files
      .filter((file) => file.startsWith(`${layer}/`))
      .map((file) => file.slice(layer.length + 1).split('/'))
      .flatMap(([folder = '', ...rest]) => (rest.length > 0 ? [folder] : [])),
  ),
]

test.each(Object.entries(LAYERS))('%s holds the nouns and nothing else', (layer, others) => {
  const known = [...NOUNS, ...others]
  expect(foldersIn(layer).filter((folder) => !known.includes(folder))).toEqual([])
})

test.each(Object.entries(AGAINST_THE_ORDER))('in %s no more imports go against the order', (layer, most) => {
  const nounOf = (file: string) => NOUNS.indexOf(file.slice(layer.length + 1).split('/')[0] ?? '')
  const against = files
    .filter(
      (file) => file.startsWith(`${layer}/`) && /\.tsx?$/.test(file) && !/\.test\.|testing\./.test(file),
    )
    .flatMap((file) => {
      const imported = readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)
      const targets = new Set([...imported].map(([, to = '']) => join(dirname(file), to)))
      return [...targets]
        .filter((to) => to.startsWith(`${layer}/`) && nounOf(file) >= 0 && nounOf(to) > nounOf(file))
        .map((to) => `${file} imports ${to}`)
    })
  expect(against.length, against.join('\n')).toBe(most)
})

test('the mechanism of approvals, which every noun uses, imports no noun except `auth`', () => {
  const approvals = files.filter((file) => /^packages\/core\/src\/approvals\/[^.]+\.ts$/.test(file))
  const imported = approvals.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/from '\.\.\/(\w+)\//g),
  ])
  const nouns = new Set(imported.map(([, folder = '']) => folder).filter((folder) => NOUNS.includes(folder)))
  expect([...nouns]).toEqual(['auth'])
})

test('every other folder of a layer still exists', () => {
  const gone = Object.entries(LAYERS).flatMap(([layer, others]) =>
    others.filter((folder) => !foldersIn(layer).includes(folder)).map((folder) => `${layer}/${folder}`),
  )
  expect(gone).toEqual([])
})

test('the API has a router for each noun that it serves, and no other', () => {
  const router = readFileSync(join(root, 'packages/api/src/app-router.ts'), 'utf8')
  const names = [...router.matchAll(/^ {2}(\w+): \w+Router,$/gm)].map(([, name]) => name ?? '')
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !NOUNS.includes(name))).toEqual([])
})

test('the glossary explains every noun', () => {
  const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  expect(NOUNS.filter((noun) => !glossary.includes(`\`${noun}\``))).toEqual([])
})

test('no folder has a name that could hold anything', () => {
  const folders = new Set(files.flatMap((file) => dirname(file).split('/')))
  expect([...folders].filter((folder) => VAGUE.test(folder))).toEqual([])
})

test(`no folder holds more than ${MAX_FILES} files`, () => {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  const crowded = [...counts].filter(([folder, count]) => count > MAX_FILES && !LISTS.test(folder))
  expect(crowded).toEqual([])
})
