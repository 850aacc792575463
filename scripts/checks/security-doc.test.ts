import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asvsLevels, requiredIds } from './asvs-ids.ts'
import { findSecurityDocProblems } from './find-security-doc-problems.ts'
import { listTestTitles } from './list-test-titles.ts'

const root = join(import.meta.dirname, '../..')

function readFromTree(path: string): string | undefined {
  const file = join(root, path)
  return file.startsWith(root + sep) && existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

test('every requirement is answered, and every test and heading that is named is there', () => {
  const document = readFromTree('docs/security.md') ?? ''
  expect(findSecurityDocProblems(document, readFromTree)).toEqual([])
})

test('every requirement of the standard is listed', () => {
  const countOf = (level: string) => [...asvsLevels.values()].filter((own) => own.startsWith(level)).length
  expect(['1', '2', '3'].map(countOf)).toEqual([70, 183, 92])
  expect(requiredIds).toHaveLength(70 + 183 + 18)
})

describe('a document', () => {
  const files: Record<string, string> = {
    'a.test.ts': "test('holds', () => {})",
    'b.spec.ts': "test('walks', async ({ page }) => {})",
    'doc.md': '# Title\n\n## Limits\n\nTen.\n\n## Empty\n\n## After\nText',
  }
  const header = '| id | level | requirement | how it is met | proof |\n| --- | --- | --- | --- | --- |\n'
  /** Build a valid document, except for the rows that a test replaces or removes. */
  const documentWith = (replaced: Record<string, string | null>) => {
    const rows = [...asvsLevels]
      .filter(([id]) => requiredIds.includes(id) || id in replaced)
      .map(([id, level]) =>
        id in replaced ? replaced[id] : `| ${id} | ${level} | short | so | \`a.test.ts\` › "holds" |`,
      )
    return header + rows.filter((row) => row !== null).join('\n')
  }
  const problemsOf = (replaced: Record<string, string | null>) =>
    findSecurityDocProblems(documentWith(replaced), (path) => files[path])
  const proof = (text: string) => ({ '1.2.1': `| 1.2.1 | 1 | short | so | ${text} |` })

  test.each([
    ['a test', '`a.test.ts` › "holds"'],
    ['two tests of two files', '`a.test.ts` › "holds"; `b.spec.ts` › "walks"'],
    ['the same test twice', '`a.test.ts` › "holds", "holds"'],
    ['a deviation', 'deviation: the specification says six; compensated by a list of bad passwords'],
  ])('with %s as a proof is right', (_name, text) => {
    expect(problemsOf(proof(text))).toEqual([])
  })

  test('may name a heading where the standard asks for a document', () => {
    expect(problemsOf({ '2.1.1': '| 2.1.1 | 1 | short | so | `doc.md` › "Limits", "After" |' })).toEqual([])
  })

  test.each<[string, Record<string, string | null>, string]>([
    ['a requirement missing', { '1.2.1': null }, '1.2.1: missing'],
    ['a starred requirement missing', { '2.3.5': null }, '2.3.5: missing'],
    [
      'a requirement twice',
      {
        '1.2.1':
          '| 1.2.1 | 1 | s | so | `a.test.ts` › "holds" |\n| 1.2.1 | 1 | s | so | `a.test.ts` › "holds" |',
      },
      '1.2.1: appears twice',
    ],
    ['a wrong level', { '1.2.1': '| 1.2.1 | 2 | s | so | `a.test.ts` › "holds" |' }, '1.2.1: its level is 1'],
    ['no star', { '2.3.5': '| 2.3.5 | 3 | s | so | `a.test.ts` › "holds" |' }, '2.3.5: its level is 3★'],
    [
      'a number of its own',
      { '1.2.1': '| 1.2.99 | 1 | s | so | `a.test.ts` › "holds" |' },
      '1.2.99: the standard has no such requirement',
    ],
    [
      'a copied sentence',
      { '1.2.1': `| 1.2.1 | 1 | ${'word '.repeat(13)} | so | \`a.test.ts\` › "holds" |` },
      '1.2.1: say the requirement in 1 to 12 words',
    ],
    [
      'a row that says nothing',
      { '1.2.1': '| 1.2.1 | 1 | s | | `a.test.ts` › "holds" |' },
      '1.2.1: does not say how it is met',
    ],
    [
      'a cell too many',
      { '1.2.1': '| 1.2.1 | 1 | s | so | `a.test.ts` › "holds" | x |' },
      'not five cells: | 1.2.1 | 1 | s | so | `a.test.ts` › "holds" | x |',
    ],
  ])('with %s is refused', (_name, replaced, problem) => {
    expect(problemsOf(replaced)).toContain(problem)
  })

  test.each([
    ['nothing', '', '1.2.1: no proof'],
    ['a promise', 'pending: throttling', '1.2.1: pending: throttling'],
    ['an assurance', 'we checked', '1.2.1: no proof in the known form: we checked'],
    ['nothing in return', 'deviation: we do not', '1.2.1: deviation: say "why; compensated by what"'],
    ['a file that is not there', '`c.test.ts` › "holds"', '1.2.1: c.test.ts does not exist'],
    ['a test that is not there', '`a.test.ts` › "holds", "more"', '1.2.1: a.test.ts has no "more"'],
    ['a part of a title', '`a.test.ts` › "hold"', '1.2.1: a.test.ts has no "hold"'],
    ['a source', '`a.ts` › "holds"', '1.2.1: a.ts is neither a test nor a document'],
    ['a document', '`doc.md` › "Limits"', '1.2.1: a document does not prove this'],
    [
      'words after the test',
      '`a.test.ts` › "holds" and more',
      '1.2.1: no proof in the known form: `a.test.ts` › "holds" and more',
    ],
    ['half a list', '`a.test.ts` › "holds";', '1.2.1: no proof in the known form: `a.test.ts` › "holds";'],
  ])('with %s as a proof is refused', (_name, text, problem) => {
    expect(problemsOf(proof(text))).toEqual([problem])
  })

  const excluding = (row: string) =>
    findSecurityDocProblems(
      `${documentWith({ '1.2.1': null })}\n\n| because | requirements |\n| --- | --- |\n${row}`,
      (path) => files[path],
    )

  test.each([
    ['nothing is uploaded | 1.2.1', []],
    ['nothing is uploaded | 1.2.1, 1.2.2', ['1.2.2: appears twice']],
    ['no | 1.2.1', ['1.2.1: not applicable without a reason']],
    ['nothing is uploaded | 1.2.1, 1.2.99', ['1.2.99: the standard has no such requirement']],
  ])('may say why a requirement does not apply: %s', (row, problems) => {
    expect(excluding(`| ${row} |`)).toEqual(problems)
  })

  test.each(['Missing', 'Empty', 'Title'])('with the heading "%s" as a proof is refused', (heading) => {
    const row = `| 2.1.1 | 1 | short | so | \`doc.md\` › "${heading}" |`
    expect(problemsOf({ '2.1.1': row })).toEqual([`2.1.1: doc.md has no "${heading}"`])
  })
})

describe('the titles of a test file', () => {
  test.each([
    ['a test', "test('one', () => {})", ['one']],
    ['two on neighbouring lines', "test('one', () => {})\nit('two', async () => {})", ['one', 'two']],
    ['a quotation mark in it', "test('it\\'s one', () => {})", ["it's one"]],
    ['a table', "test.each([\n  ['x)(', 1],\n])('%s is one', (x) => {})", ['%s is one']],
    ['a table with types', "test.each<[string, (a: B) => C]>([[f(1), 2]])(\n  '%s', () => {})", ['%s']],
    ['a condition', "test.skipIf(!isRoot())('one', () => {})", ['one']],
    ['options', "test('one', { timeout: 1 }, () => {})", ['one']],
    ['one inside another', "describe('x', () => {\n  test('one', () => {})\n})", ['one']],
  ])('are found with %s', (_name, source, titles) => {
    expect(listTestTitles(source)).toEqual(titles)
  })

  test.each([
    ['a skipped test', "test.skip('one', () => {})"],
    ['a skipped table', "test.skip.each([1])('one', () => {})"],
    ['an intention', "test.todo('one', () => {})"],
    ['a test that has to fail', "test.fails('one', () => {})"],
    ['a skipped group', "describe.skip('x', () => {\n  test('one', () => {})\n})"],
    ['a comment', "// test('one', () => {})"],
    ['a group', "describe('one', () => {})"],
    ['another call', "expect('one', () => {})"],
    ['a title without a body', "test('one')"],
  ])('are not found in %s', (_name, source) => {
    expect(listTestTitles(source)).toEqual([])
  })
})
