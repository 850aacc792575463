import { readTable } from '@chuma/contract/read-table.testing'
import { readCell } from '@chuma/contract/to-csv'
import { givenStaff } from '@chuma/core/admin/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, createTestApp } from '../../src/testing.ts'
import { listRoutes } from '../security/list-routes.ts'
import { listExports } from './exports.ts'

const testApp = await createTestApp()
afterAll(testApp.close)
const { app, deps } = testApp
const tables = listExports(testApp)
const names = Object.keys(tables)
const paths = listRoutes(app).flatMap(({ path, methods }) => (methods.includes('GET') ? [path] : []))

/** Text that people may type and a spreadsheet would run. */
const FORMULAS = [
  '=HYPERLINK("https://example.com","a, b")',
  '+254712345678',
  '-1+1|cmd',
  '@SUM(A1:A9)',
  "'=1+1",
  "''@twice",
  '＝HYPERLINK("https://example.com")',
  'a; =1+1',
]
/** Text that a spreadsheet would save as another value. */
const CHANGED = ['0012345678901', '1234567890123', '1e5', '007', '3-4']
/** Text that only another program would write. */
const HIDDEN = ['\t=1+1', '\r=1+1', '\n=1+1', '"=1+1"', '\u00a0=1+1']
const HARMLESS = ["O'Neil", "'quoted'", 'a "b", c', 'Zażółć']
/** The first characters of a cell that make a spreadsheet run it. A number contains no formula. */
const RUNS = /(^|[;|\t\r\n])\s*[=+\-@＝＋－＠]|^[\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

const download = async (path: string, given: { token: string; url?: string }) => {
  const response = await app.inject({
    url: given.url ?? path,
    headers: { authorization: `Bearer ${given.token}` },
  })
  expect([path, response.statusCode, response.headers['content-type']]).toEqual([
    path,
    200,
    'text/csv; charset=utf-8',
  ])
  return response.body
}

test('every CSV download is tried here', () => {
  expect(
    paths.filter((path) => path.endsWith('.csv') && !names.includes(path)),
    'test/csv/exports.ts: plant a text in this table, and say what takes it back',
  ).toEqual([])
  expect(names.filter((path) => !paths.includes(path))).toEqual([])
})

test('only addresses that end in .csv answer a CSV', async () => {
  const { token } = await givenStaff(deps)
  const id = crypto.randomUUID()
  for (const path of paths.filter((route) => route.startsWith('/api/') && !route.endsWith('.csv'))) {
    const url = path.replaceAll(/:\w+/g, id)
    if (/events?$|stream/.test(path)) continue
    const { headers } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect([path, String(headers['content-type'])]).not.toEqual([path, expect.stringContaining('csv')])
  }
})

test.each(names)('%s contains no cell that a spreadsheet runs', async (path) => {
  const text = [...FORMULAS, ...CHANGED, ...HIDDEN]
  const given = []
  for (const word of text) given.push({ word, ...(await (tables[path]?.plant(word) ?? Promise.reject())) })
  for (const { word, ...who } of given) {
    const csv = await download(path, who)
    const cells = readTable(csv).flat()
    expect(cells.filter((cell) => RUNS.test(cell) && !NUMBER.test(cell))).toEqual([])
    expect(cells.filter((cell) => CHANGED.includes(cell))).toEqual([])
    // Nothing was lost: the planted text is there, behind an apostrophe where it needs one.
    expect(cells.map(readCell)).toContain(tables[path]?.isOnOneLine ? word.replaceAll(/[\r\n]+/g, ' ') : word)
  }
})

const takenBack = Object.entries(tables).flatMap(([path, { plant, takenBack: back }]) =>
  back ? [{ path, plant, ...back }] : [],
)

test.each(takenBack)('$path can be imported again unchanged', async ({ path, plant, url, unchanged }) => {
  let given = await plant('Plain')
  for (const word of [...FORMULAS, ...CHANGED, ...HARMLESS])
    given = await plant(`${word}${HARMLESS.includes(word) ? '?' : ''}`)
  const before = await download(path, given)
  // Text that only programs write cannot be typed, and so cannot be imported.
  const lines = readTable(before)
  const typed = lines.filter(
    (cells) => !cells.some((cell) => HIDDEN.some((word) => readCell(cell).includes(word))),
  )
  const csv = typed
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n')
  const answer = await callRest(app, given.token, { method: 'POST', url, body: { csv, isDryRun: false } })
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body.results).not.toEqual([])
  expect([answer.body, unchanged(answer.body)]).toEqual([answer.body, true])
  expect(await download(path, given)).toBe(before)
})
