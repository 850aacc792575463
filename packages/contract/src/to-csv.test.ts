import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTable } from './read-table.testing.ts'
import { literal, readCell, toCsv, toCsvRows } from './to-csv.ts'

const write = (text: string) => readTable(toCsv(['a'], [[text]]))[1]?.[0] ?? ''

/** What runs, wherever a spreadsheet begins a cell: at the start, at a separator of its locale, in a new line. */
const RUNS = /(^|[;|\t\r\n])(\s|\p{Cf})*[=+\-@＝＋－＠]/u

const HOSTILE = [
  '=1+1',
  '+254',
  '-1',
  '@x',
  '\t=1',
  '\rx',
  '\0',
  "'=1",
  '＝HYPERLINK("http://example.invalid")',
  '＋1',
  '－1',
  '＠SUM(1)',
  ' =1',
  '\u200b=1',
  '\u00a0\ufeff=1',
  'x;=cmd()',
  'x; +1',
  'x\n=1',
  'x\r\n- y',
  'a|=1',
  '==1',
]

const CHANGED = [
  '0012345678901',
  '0012345',
  '1234567890123',
  '254712345678',
  '7391192750175069',
  '1E5',
  '12345678901234e5',
  '3-4',
  '3/4',
  '11/2026',
  '5-Mar',
  'MAR1',
  'Sept 2',
  '1 1/2',
  "'007",
  // Seen changed by LibreOffice, in the locales of the United States and Germany.
  '50%',
  '5 %',
  '1,5',
  '1,234',
  '1.500,00',
  '$5',
  '(5)',
  '28.11.2026',
  '29/11/2026',
  'Ksh 500',
]

test('no cell is a formula, in no script and in no locale', () => {
  for (const text of HOSTILE) expect(write(text), JSON.stringify(text)).not.toMatch(RUNS)
})

test('numbers with a leading zero, long numbers and what looks like a day stay text', () => {
  for (const text of CHANGED) expect(write(text)).toBe(`'${text}`)
})

test('bits and fixed decimals stay as they are, and nothing else passes', () => {
  expect(toCsvRows([[literal('010'), literal('110'), literal('61.50'), literal('-0.50')]])).toBe(
    '"010",110,61.50,-0.50\r\n',
  )
  for (const text of ['=1', '1+1', '', '1e5', '+1']) expect(() => literal(text)).toThrow()
})

test.each(['﹦1+1', '１２３４５６７８９０１２', '５', '.5', '5 pm', '12:30 a', '1.e5'])(
  'C07 a spreadsheet leaves %s alone',
  (text) => {
    expect(write(text)).toBe(`'${text}`)
    expect(readCell(write(text))).toBe(text)
  },
)

test('negative numbers stay numbers', () => {
  expect(toCsvRows([[-5, -0.25]])).toBe('-5,-0.25\r\n')
})

test.each(['12.50', '15', '2026-11-20', '2026-11-29 00:00:29', 'SKL4X9PQ', "O'Brien", 'one - two'])(
  '%s needs no mark',
  (text) => expect(write(text)).toBe(text),
)

test('every written table is read back unchanged, and no cell is a formula', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom(...HOSTILE, ...CHANGED, 'a"b', 'a,b', "'", ';', '\n', ''),
  )
  const cell = fc.array(part, { maxLength: 3 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const written = readTable(toCsv(['a', 'b'], rows)).slice(1)
      expect(written.map((row) => row.map(readCell))).toEqual(rows)
      for (const text of written.flat()) expect(text).not.toMatch(RUNS)
    }),
  )
})

test('numbers stay numbers, and empty cells stay empty', () => {
  expect(toCsv(['n', 'x'], [[-12.5, null]])).toBe('\ufeffn,x\r\n-12.5,\r\n')
})

test('a moment is written in the time zone of the file', () => {
  const moment = new Date('2026-11-28T21:00:29.280Z')
  expect(toCsv(['at'], [[moment]], 'Africa/Nairobi')).toBe('\ufeffat\r\n2026-11-29 00:00:29\r\n')
  expect(toCsv(['at (UTC)'], [[moment]])).toBe('\ufeffat (UTC)\r\n2026-11-28T21:00:29.280Z\r\n')
})
