import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import mutations from '../steps/mutations.json' with { type: 'json' }
import { listTestTitles } from './list-test-titles.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')

/** A title with `%s` stands for those of all its rows. */
function isTitled(title: string, named: string): boolean {
  const [begins = '', ends = ''] = title.split('%s')
  return title.includes('%s') ? named.startsWith(begins) && named.endsWith(ends) : title === named
}

test.each(mutations)('can break: $rule', ({ file, from, tests, test: named }) => {
  expect(tests, 'a broken rule turns `npm test` red, not only the rest').not.toMatch(
    /\.(rest|long)\.test\.ts$/,
  )
  expect(read(file).split(from), `${file} must hold this once: ${from}`).toHaveLength(2)
  expect(listTestTitles(read(tests)).filter((title) => isTitled(title, named))).toHaveLength(1)
})
