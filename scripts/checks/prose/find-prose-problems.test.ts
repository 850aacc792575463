import { expect, test } from 'vitest'
import { findProseProblems } from './find-prose-problems.ts'
import { listProseFiles } from './list-prose-files.ts'
import { proseRules } from './prose-rules.ts'

test.each(proseRules.flatMap(({ words }) => words))('“%s” is found, whatever its case', (phrase) => {
  expect(findProseProblems(`before ${phrase} after`)).toHaveLength(1)
  expect(findProseProblems(`${phrase.toUpperCase()}.`)).toHaveLength(1)
})

test('a problem names its line, the words and what to say', () => {
  expect(findProseProblems('// A member\n// and his points')).toEqual(['2: “his”, say “their”'])
})

test('problems come in the order of the text', () => {
  expect(findProseProblems('Anew he\nasks him').map((problem) => problem.split(',')[0])).toEqual([
    '1: “Anew”',
    '1: “he”',
    '2: “him”',
  ])
})

test.each([
  ['a block comment', '/**\n * Retries by\n * itself.\n */'],
  ['a line comment', '  // Retries by\n  // itself.'],
  ['an SQL comment', '-- Retries by\n-- itself.'],
  ['a shell comment', '# Retries by\n# itself.'],
  ['a quotation', '> Retries by\n> itself.'],
  ['a paragraph', 'Retries by\nitself.'],
])('a phrase is found across a line break in %s', (_name, text) => {
  expect(findProseProblems(text).join()).toMatch(/“by itself”/)
})

test.each(['this', 'history', 'the', 'where', 'chimera', 'sunshine', 'hers-elf', 'renew', 'nearby itself'])(
  '%j is not mistaken for a banned word',
  (text) => {
    expect(findProseProblems(text)).toEqual([])
  },
)

test('sources, styles, SQL, pages and settings are all read', () => {
  const files = listProseFiles()
  for (const path of ['README.md', 'biome.json', 'scripts/start.mjs', '.env.example', 'infra/Dockerfile'])
    expect(files).toContain(path)
})
