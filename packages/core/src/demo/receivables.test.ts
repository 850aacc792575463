import { REPORT_OUTCOMES } from '@chuma/contract/receivables/reports'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addUpReceivables } from '../receivables/receivables.ts'
import { createTestDeps } from '../testing.ts'
import { createStoryDb } from './story/testing.ts'

const { db, close } = await createStoryDb()
afterAll(close)

test('the demo has a paid invoice, an overdue one, and one difference of each kind', async () => {
  const invoices = await db.selectFrom('partnerInvoice').select('state').orderBy('month').execute()
  expect(invoices.map(({ state }) => state)).toEqual(['paid', 'issued'])
  const rows = await db.selectFrom('partnerReportRow').select('outcome').execute()
  const found = new Set(rows.map(({ outcome }) => outcome))
  expect(REPORT_OUTCOMES.filter((outcome) => outcome !== 'reversed-here' && !found.has(outcome))).toEqual([])
})

test('the demo’s journal has what its partners owe for every day that is over, to the cent', async () => {
  await addUpReceivables(createTestDeps(db))
  const { rows } = await sql<{ journal: number; receivables: number }>`
    select coalesce(j.minor, 0)::bigint as journal, d.cents::bigint as receivables
    from (
      select partner_id, sum(accrued_cents - reversed_cents) as cents from partner_account_day
      where day < business_day(now()) group by 1
    ) d
    left join (
      select partner_id, sum(credit_minor - debit_minor) as minor from journal_day
      where account = 'partner-revenue' and currency = 'USD' group by 1
    ) j on j.partner_id = d.partner_id
  `.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ journal }) => journal)).toEqual(rows.map(({ receivables }) => receivables))
})
