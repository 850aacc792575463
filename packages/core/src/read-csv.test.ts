import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toCsv } from '@chuma/contract/to-csv'
import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

const read = (csv: string, hasExtraCells = false) => readCsv(csv, { mostRows: 2, hasExtraCells })

test.each([
  ['commas', 'Name,Amount KES\nAmina,1\n'],
  ['semicolons', 'Name;Amount KES\r\nAmina;1\r\n'],
  ['tabs', 'Name\tAmount KES\nAmina\t1'],
  ['a byte order mark', '\ufeffName,Amount KES\r\nAmina,1'],
  ['spaces and empty lines', '\n Name , Amount KES\n,\n\n Amina , 1 \n'],
])('a table with %s is read', async (_with, csv) => {
  const { head, rows } = await read(csv)
  expect(head).toEqual(['Name', 'Amount KES'])
  expect(rows.map(({ cells }) => cells)).toEqual([['Amina', '1']])
})

test('a comma in a cell separates nothing where the head has semicolons', async () => {
  expect((await read('Name;Amount KES\nAmina;1,000')).rows).toEqual([{ line: 2, cells: ['Amina', '1,000'] }])
})

test('a row knows its line of the file, also after a cell of two lines', async () => {
  expect((await read('Name\n"Amina\nWanjiru"\nBen')).rows.map(({ line }) => line)).toEqual([3, 4])
})

test.each([
  '=1+1',
  "'=1+1",
  '+254712345678',
  '-5',
  '@x',
  "it's",
  "'quoted'",
  '＝1',
  'x;=1',
  'x; - y',
  '0012345678901',
  '1E5',
  '3-4',
])('what our own file says about %j is read back', async (text) => {
  expect((await read(toCsv(['Name'], [[text]]))).rows).toEqual([{ line: 2, cells: [text] }])
})

test('a row may have fewer cells than the head, and more only where that is allowed', async () => {
  expect((await read('a,b\n1')).rows).toEqual([{ line: 2, cells: ['1'] }])
  await expect(read('a,b\n1,2,3')).rejects.toThrow(
    expect.objectContaining({ fields: { csv: [expect.objectContaining({ code: 'CSV_UNREADABLE' })] } }),
  )
  expect((await read('a,b\n1,2,3', true)).rows).toEqual([{ line: 2, cells: ['1', '2', '3'] }])
})

test('a quote that never ends is refused with its line', async () => {
  await expect(read('a,b\n"1,2')).rejects.toThrow(
    expect.objectContaining({
      fields: {
        csv: [{ code: 'CSV_UNREADABLE', params: { detail: expect.stringContaining('at line 2') } }],
      },
    }),
  )
})

test('more rows than are allowed are refused', async () => {
  expect((await read('a\n1\n2')).rows).toHaveLength(2)
  await expect(read('a\n1\n2\n3')).rejects.toThrow(
    expect.objectContaining({ fields: { csv: [{ code: 'TOO_MANY_ROWS', params: { max: 2 } }] } }),
  )
})

test('an empty file has neither a head nor rows', async () => {
  expect(await read('')).toEqual({ head: [], rows: [] })
})

const OFFICE = '/usr/bin/soffice'

test.skipIf(!existsSync(OFFICE))(
  'LibreOffice opens and saves our file without changing an account number',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'csv-'))
    const cells = [
      '0012345678901',
      '254712345678',
      '1234567890123456',
      '1E5',
      '3-4',
      'MAR1',
      '=1+1',
      '＝1+1',
      '+254',
    ]
    writeFileSync(
      join(folder, 'in.csv'),
      toCsv(
        ['Account', 'KES'],
        cells.map((cell) => [cell, -12.5]),
      ),
    )
    const office = (to: string, from: string) =>
      execFileSync(OFFICE, [
        `-env:UserInstallation=file://${folder}/profile`,
        ...['--headless', '--infilter=Text - txt - csv (StarCalc):44,34,76'].slice(
          0,
          from === 'in.csv' ? 2 : 1,
        ),
        ...['--convert-to', to, '--outdir', join(folder, to.slice(0, 4)), join(folder, from)],
      ])
    office('xlsx', 'in.csv')
    office('csv:Text - txt - csv (StarCalc):44,34,76', 'xlsx/in.xlsx')
    const { rows } = await readCsv(readFileSync(join(folder, 'csv:/in.csv'), 'utf8'), { mostRows: 20 })
    expect(rows.map((row) => row.cells)).toEqual(cells.map((cell) => [cell, '-12.5']))
  },
  120_000,
)
