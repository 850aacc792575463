import { afterAll, expect, test } from 'vitest'
import { openLargeFiles } from './large-files.testing.ts'

const { sendReport, sendStatement, close } = await openLargeFiles()
afterAll(close)

// Of 100,000 rows: large-files.long.test.ts.
test('a report of 5,000 rows is imported once', async () => {
  const { first, again } = await sendReport(5_000)
  expect(first).toMatchObject({ status: 200 })
  expect(JSON.parse(first.body)).toMatchObject({ isImported: true, rowCount: 5_000, knownCount: 0 })
  expect(JSON.parse(again.body)).toMatchObject({ rowCount: 5_000, knownCount: 5_000 })
})

test('a statement with a row too many is refused with the limit, at its field', async () => {
  const { status, body } = await sendStatement(20_001)
  expect(status).toBe(400)
  expect(JSON.parse(body)).toMatchObject({ fieldErrors: { csv: ['At most 20,000 rows at a time'] } })
})

test('a statement that is too long is refused with the limit, at its field', async () => {
  const { status, body } = await sendStatement(20_000, ' '.repeat(250))
  expect(status).toBe(400)
  expect(JSON.parse(body)).toMatchObject({ fieldErrors: { csv: ['This file is too large: at most 5 MB'] } })
})
