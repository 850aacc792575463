import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from './to-csv.ts'

/** As RFC 4180 reads it. */
function read(csv: string): string[][] {
  const rows: string[][] = [[]]
  const text = csv.replace(/^\ufeff/, '')
  let cell = ''
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]
    if (isQuoted && sign === '"' && text[i + 1] === '"') cell += text[++i]
    else if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && sign === ',') {
      rows.at(-1)?.push(cell)
      cell = ''
    } else if (!isQuoted && sign === '\r' && text[i + 1] === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      i++
      rows.push([])
    } else cell += sign
  }
  return rows.slice(0, -1)
}

test('whatever is written is read back, and nothing is a formula', () => {
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
      const back = read(toCsv(['a', 'b'], rows)).slice(1)
      expect(back).toEqual(
        rows.map((row) => row.map((text) => (/^'*[=+\-@\t\r\0]/.test(text) ? `'${text}` : text))),
      )
      for (const text of back.flat()) expect(text).not.toMatch(/^[=+\-@\t\r\0]/)
    }),
  )
})

test('numbers stay numbers, and nothing stays nothing', () => {
  expect(toCsv(['n', 'x'], [[-5, null]])).toBe('\ufeffn,x\r\n-5,\r\n')
})
