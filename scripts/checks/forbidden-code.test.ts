import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ForbiddenCode, forbiddenCode } from './forbidden-code.ts'
import { listFiles } from './list-files.ts'

const root = join(import.meta.dirname, '../..')
const sources = ['packages', 'apps/server/src', 'apps/web/src']
  .flatMap(listFiles)
  .filter((path) => /\.(ts|tsx)$/.test(path) && !/\.test\.tsx?$|\/testing\.ts$/.test(path))
  .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n') }))

/** List `path:line` of every use outside the exceptions. Whole-line comments may name what is forbidden. */
function findUses({ pattern, except = {} }: ForbiddenCode): string[] {
  return sources
    .filter(({ path }) => !Object.keys(except).some((allowed) => isIn(path, allowed)))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        pattern.test(line) && !/^\s*(\/\/|\/?\*)/.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
    )
}

const isIn = (path: string, allowed: string) =>
  allowed.endsWith('/') ? path.startsWith(allowed) : path === allowed

const cases = forbiddenCode.map((forbidden) => [forbidden.does, forbidden] as const)

test.each(cases)('no source %s', (_does, forbidden) => {
  expect(findUses(forbidden)).toEqual([])
})

test.each(cases)('a source that %s would be found', (_does, { pattern, example }) => {
  expect(pattern.test(example)).toBe(true)
})

test('every exception is still needed', () => {
  for (const { pattern, except = {} } of forbiddenCode) {
    for (const allowed of Object.keys(except)) {
      expect(existsSync(join(root, allowed)), allowed).toBe(true)
      const uses = sources.filter(
        ({ path, lines }) => isIn(path, allowed) && lines.some((line) => pattern.test(line)),
      )
      expect(uses.length, `${pattern} in ${allowed}`).toBeGreaterThan(0)
    }
  }
})

test('the program was looked at', () => {
  expect(sources.length).toBeGreaterThan(300)
})
