import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findImportCycles } from './find-import-cycles.ts'
import { listFiles } from './list-files.ts'

const root = join(import.meta.dirname, '../..')

/** The router's generated tree and its root import each other; the tree is not ours. */
const isOurs = (path: string) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith('.gen.ts')

test('no files import each other, not even for a type', () => {
  const paths = ['apps', 'packages', 'scripts'].flatMap(listFiles).filter(isOurs)
  expect(paths.length).toBeGreaterThan(1000)
  expect(
    findImportCycles(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))),
  ).toEqual([])
}, 60_000)

test('finds a cycle of types through a third file, once', () => {
  const files = new Map([
    ['src/row.ts', "import type { List } from './parts/list.ts'"],
    ['src/parts/list.ts', "import { cell } from '../cell.ts'"],
    ['src/cell.ts', "const row = () => import('./row.ts')"],
    ['src/page.ts', "import { row } from './row.ts'"],
  ])
  expect(findImportCycles(files)).toEqual([['src/cell.ts', 'src/parts/list.ts', 'src/row.ts']])
})
