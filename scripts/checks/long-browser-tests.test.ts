import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './list-files.ts'

const root = join(import.meta.dirname, '../..')

const LONG = /((?:^\/\/ .*\n)*)^test\(\s*['`](.+)['`],\s*\{\s*tag: '@long'/gm
/** Accessibility checks of every page belong to `npm run accessibility`; `npm test` keeps a few. */
const ACCESSIBILITY = /(is|are) accessible$/
const BACKED_BY = /^\/\/ Backed by (\S+)$/gm

const longTests = listFiles('apps/e2e/specs')
  .filter((file) => file.endsWith('.spec.ts'))
  .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(LONG)])
  .filter(([, , title = '']) => !ACCESSIBILITY.test(title))
  .map(([, comments = '', title = '']) => ({
    title,
    backing: [...comments.matchAll(BACKED_BY)].map(([, file = '']) => file),
  }))

test('a browser test that npm test leaves out names a faster test of the same rule', () => {
  expect(longTests.length).toBeGreaterThan(0)
  expect(longTests.filter(({ backing }) => backing.length === 0)).toEqual([])
})

test('each test that backs a browser test exists and is part of npm test', () => {
  const isPart = (file: string) =>
    /\.(spec|test)\.ts$/.test(file) && !file.endsWith('.long.test.ts') && existsSync(join(root, file))
  const missing = longTests.filter(({ backing }) => !backing.every(isPart))
  expect(missing).toEqual([])
})
