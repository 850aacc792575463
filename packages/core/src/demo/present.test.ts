import { REPORT_OUTCOMES } from '@chuma/contract/receivables/reports'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getClientStatement } from '../clients/budget.ts'
import { addUpReceivables } from '../receivables/receivables.ts'
import { getCodeFrame } from '../surveys/results/categories.ts'
import { createTestDeps } from '../testing.ts'
import { DEMO_CLIENT } from './clients.ts'
import { CATEGORIES, QUESTION, SURVEY } from './seed-demo.ts'
import { createStoryDb } from './story/testing.ts'

const { db, close } = await createStoryDb()
afterAll(close)
const deps = createTestDeps(db)

test('the demo has a paid invoice, an overdue one, and one difference of each kind', async () => {
  const invoices = await db.selectFrom('partnerInvoice').select('state').orderBy('month').execute()
  expect(invoices.map(({ state }) => state)).toEqual(['paid', 'issued'])
  const rows = await db.selectFrom('partnerReportRow').select('outcome').execute()
  const found = new Set(rows.map(({ outcome }) => outcome))
  expect(REPORT_OUTCOMES.filter((outcome) => outcome !== 'reversed-here' && !found.has(outcome))).toEqual([])
})

test('the demo’s journal has what its partners owe for every day that is over, to the cent', async () => {
  await addUpReceivables(deps)
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

test('the demo has a client whose budget is used in part, with quotes, a comment and its answer', async () => {
  const { organisationId: clientId } = await db
    .selectFrom('clientUser')
    .select('organisationId')
    .where('email', '=', DEMO_CLIENT.email)
    .executeTakeFirstOrThrow()
  const { priceCents } = await db.selectFrom('clientOrder').select('priceCents').executeTakeFirstOrThrow()
  expect(await getClientStatement(deps, { clientId })).toMatchObject({
    receivedCents: 20 * priceCents,
    consumedCents: 16 * priceCents,
    reservedCents: 0,
  })
  const quotes = await db.selectFrom('clientQuote').select('acceptedBy').orderBy('createdAt').execute()
  expect(quotes.map(({ acceptedBy }) => acceptedBy !== null)).toEqual([true, false])
  expect(await db.selectFrom('clientComment').select('text').execute()).toHaveLength(2)
})

test('the demo has open answers in every category, and some in none', async () => {
  const { surveyId } = await db
    .selectFrom('survey')
    .select('surveyId')
    .where('title', '=', SURVEY)
    .executeTakeFirstOrThrow()
  const { categories, uncoded } = await getCodeFrame(deps, { id: surveyId, questionId: QUESTION })
  expect(categories.filter(({ answers }) => answers > 0).map(({ name }) => name)).toEqual(
    CATEGORIES.map(({ name }) => name),
  )
  expect(uncoded).toBeGreaterThan(0)
})
