import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openLargeFiles } from './large-files.testing.ts'

const { db, sendReport, sendStatement, close } = await openLargeFiles()
afterAll(close)

/** Of what a process of a small server has: a file of 15 MB, as text, as rows and as they are compared. */
const MAX_MB = 1_200

// What takes longer than a call may take is ended by the database.
test('a report of 100,000 rows is imported within a call and bounded memory, and known the second time', async () => {
  const { partnerId, first, again } = await sendReport(100_000)
  expect(first.body).toContain('"rowCount":100000')
  expect(first.status).toBe(200)
  expect(first.grownMb).toBeLessThan(MAX_MB)
  expect(JSON.parse(again.body)).toMatchObject({ rowCount: 100_000, knownCount: 100_000 })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from partner_report_row where partner_id = ${partnerId}`.execute(db)
  expect(rows).toEqual([{ count: 100_000 }])
})

test('a report of 100,001 rows is refused with the limit', async () => {
  const { first } = await sendReport(100_001)
  expect(first.status).toBe(400)
  expect(JSON.parse(first.body)).toMatchObject({ fieldErrors: { csv: ['At most 100,000 rows at a time'] } })
})

test('a statement of 100,000 rows is refused with the limit, in little memory, and leaves nothing', async () => {
  const { status, body, grownMb } = await sendStatement(100_000)
  expect(status).toBe(400)
  expect(JSON.parse(body)).toMatchObject({ fieldErrors: { csv: ['At most 20,000 rows at a time'] } })
  expect(grownMb).toBeLessThan(MAX_MB)
  const { rows } = await sql`select from statement_row`.execute(db)
  expect(rows).toEqual([])
})
