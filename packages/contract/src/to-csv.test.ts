import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTable } from './read-table.testing.ts'
import { toCsv } from './to-csv.ts'

test('every written table is read back unchanged, and no cell is a formula', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '=1+1',
      '+254',
      '-1',
      '@x',
      '\t=1',
      '\rx',
      '\0',
      'a"b',
      'a,b',
      'a\r\nb',
      ' x ',
      '',
      "'=1",
    ),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const back = readTable(toCsv(['a', 'b'], rows)).slice(1)
      expect(back).toEqual(
        rows.map((row) => row.map((text) => (/^'*[=+\-@\t\r\0]/.test(text) ? `'${text}` : text))),
      )
      for (const text of back.flat()) expect(text).not.toMatch(/^[=+\-@\t\r\0]/)
    }),
  )
})

test('numbers stay numbers, and empty cells stay empty', () => {
  expect(toCsv(['n', 'x'], [[-5, null]])).toBe('\ufeffn,x\r\n-5,\r\n')
})
