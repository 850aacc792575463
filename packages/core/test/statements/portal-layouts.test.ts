import { listStatementMonths } from '@chuma/db/queries/books/statement-rows'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { importStatement } from '../../src/books/statements/import-statement.ts'
import { givenPaidOn } from '../../src/books/testing.ts'
import { createPayoutDeps, finance } from '../../src/payouts/testing.ts'
import { fixture, givenPremiumPaid, listOutcomes } from './testing.ts'

const { db, close } = await createTestDb({ max: 8, isDamaged: true })
afterAll(close)
const deps = createPayoutDeps(db, null)

test.each([
  ['full, newest first', 'portal-full.csv', 'TAA', '2025-01-05'],
  ['semicolons, other order', 'portal-semicolons.csv', 'TBB', '2025-01-08'],
  ['all cells quoted, few columns', 'portal-quoted.csv', 'TCC', '2025-01-11'],
])('portal layout: %s', async (_name, file, prefix, day) => {
  await givenPaidOn(db, day, `${prefix}0000001`)
  await givenPremiumPaid(db, `${prefix}0000006`)
  // Windows writes the first one.
  const csv = file === 'portal-full.csv' ? fixture(file).replaceAll('\n', '\r\n') : fixture(file)
  const dry = await importStatement(deps, finance, { csv, isDryRun: true })
  expect(await listOutcomes(db, `${prefix}%`)).toEqual([])
  const made = await importStatement(deps, finance, { csv, isDryRun: false })
  expect(made).toEqual({ ...dry, isImported: true })
  expect(made).toMatchObject({
    rowCount: 9,
    knownCount: 0,
    bookedCount: 5,
    deskCount: 4,
    errorCount: 0,
    outCents: 2_373_00,
    inCents: 53_350_00,
    firstDay: day,
  })
  const outcomes = [
    '1 charge -900 → charge withdrawal',
    '1 payout -200000 → payout withdrawal',
    '3 charge -850 → desk charge-alone',
    '4 failed -150000 → nothing',
    '5 payout -35550 → desk payout-unknown',
    '6 collection 100000 → collection payment',
    '7 collection 35000 → desk collection-unknown',
    '8 top-up 5000000 → top-up',
    '9 reversal 200000 → desk reversal withdrawal',
  ]
  expect(await listOutcomes(db, `${prefix}%`)).toEqual(outcomes)

  const again = await importStatement(deps, finance, { csv, isDryRun: false })
  expect(again).toMatchObject({ rowCount: 9, knownCount: 9, bookedCount: 0, deskCount: 0 })
  expect(await listOutcomes(db, `${prefix}%`)).toEqual(outcomes)
})

test('names and numbers of other people are not kept', async () => {
  const rows = await db.selectFrom('statementRow').select(['details', 'numberEnd']).execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ details }) => /Invented (Member|Stranger|Friend|Payer)|\d{4}/.test(details))).toEqual(
    [],
  )
  expect(rows.flatMap(({ numberEnd }) => numberEnd ?? [])).toContain('417')
})

test('a month adds up to the balance of the statement, whatever the order of the rows', async () => {
  const [month] = await listStatementMonths(db)
  expect(month).toMatchObject({
    account: 'mpesa',
    month: '2025-01',
    payoutCents: -6_000_00,
    chargeCents: -27_00,
  })
  expect(month).toMatchObject({ collectionCents: 3_000_00, topUpCents: 150_000_00, waitingCount: 12 })
  // Each fixture begins with KES 100,000 and ends with KES 150,977: two of the three ends are no statement's.
  expect(month).toMatchObject({ openingCents: 100_000_00, closingCents: 150_977_00 })
  expect(month?.expectedCents).toBe(100_000_00 + 3 * 50_977_00)
})
