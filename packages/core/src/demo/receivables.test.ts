import { REPORT_OUTCOMES } from '@chuma/contract/receivables/reports'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps } from '../testing.ts'
import { seedDemo } from './seed-demo.ts'

const { db, close } = await createTestDb()
afterAll(close)

test('the demo has a paid invoice, an overdue one, and one difference of each kind', async () => {
  await seedDemo(createTestDeps(db), { hasStory: true })
  const invoices = await db.selectFrom('partnerInvoice').select('state').orderBy('month').execute()
  expect(invoices.map(({ state }) => state)).toEqual(['paid', 'issued'])
  const rows = await db.selectFrom('partnerReportRow').select('outcome').execute()
  const found = new Set(rows.map(({ outcome }) => outcome))
  expect(REPORT_OUTCOMES.filter((outcome) => outcome !== 'reversed-here' && !found.has(outcome))).toEqual([])
})
