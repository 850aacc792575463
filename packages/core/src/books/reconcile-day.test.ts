import { problem } from '@chuma/contract/problems'
import { lockReconciliation } from '@chuma/db/queries/books/reconciliation'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import {
  createPayoutDeps,
  finance,
  givenSent,
  givenWithdrawal,
  newReceipt,
  paidResult,
} from '../payouts/testing.ts'
import { codeOf, readRows } from '../testing.ts'
import { reconcileDay, reconcileYesterday, resolveDifference } from './reconciliation.ts'
import { importStatement } from './statements/import-statement.ts'
import { findOn, givenPaidOn, givenTaxedOn, moveTo, newDay, tamper } from './testing.ts'

const { db, close } = await createTestDb({ max: 12, isDamaged: true })
afterAll(close)
const deps = createPayoutDeps(db, null)

const tell = (rows: string[]) =>
  importStatement(deps, finance, {
    csv: ['receipt,amount,number,completed at', ...rows].join('\n'),
    isDryRun: false,
  })

const unpay = (id: string) =>
  sql`update withdrawal set status = 'approved', payout_state = 'manual', paid_at = null where withdrawal_id = ${id}`

const removePosting = (id: string) => sql`delete from posting where subject_id = ${id} and kind = 'payout'`

test('a day on which everything agrees has sums and no differences', async () => {
  const day = newDay()
  const { receipt } = await givenPaidOn(db, day)
  await givenTaxedOn(db, day)
  await tell([`${receipt},2000,254712345678,${day} 12:00:00`])
  expect(await findOn(deps, day)).toEqual([])
  expect(await reconcileDay(deps, finance, { day })).toMatchObject({
    madeBy: finance.name,
    paidCount: 2,
    paidPoints: 4,
    postedPoints: 4,
    grossKes: 4000,
    taxKes: 100,
    withheldKes: 100,
    sentKes: 3900,
    hasStatement: true,
    expectedKes: 2000,
    providerCount: 1,
    providerKes: 2000,
    openCount: 0,
    resolvedCount: 0,
  })
})

test('a day without payments is compared too', async () => {
  const made = await reconcileDay(deps, finance, { day: newDay() })
  expect(made).toMatchObject({ paidCount: 0, grossKes: 0, hasStatement: false, openCount: 0 })
})

type Paid = { id: string; receipt: string; day: string }

/** A payment of KES 2,000 for two points, and what happened to the books or what the provider says. */
test.each<[string, (paid: Paid) => RawBuilder<unknown>[] | Promise<unknown>, unknown[][]]>([
  [
    'a paid withdrawal without its posting',
    ({ id }) => [removePosting(id)],
    [
      ['paid-without-posting', 2, 0],
      ['sum-differs', 2, 0],
    ],
  ],
  [
    'a posting without a paid withdrawal',
    ({ id }) => [unpay(id), sql`update payout_attempt set state = 'failed' where withdrawal_id = ${id}`],
    [
      ['posting-without-paid', 0, 2],
      ['sum-differs', 0, 2],
    ],
  ],
  [
    'a posting of other points than were requested',
    ({ id }) => [sql`update posting set held_delta = -3 where subject_id = ${id} and kind = 'payout'`],
    [
      ['amount-differs', 2, 3],
      ['sum-differs', 2, 3],
    ],
  ],
  [
    'an attempt with another amount',
    ({ id }) => [sql`update payout_attempt set amount_kes = 2500 where withdrawal_id = ${id}`],
    [['amount-differs', 2000, 2500]],
  ],
  [
    'a payment whose attempt has gone',
    ({ id }) => [sql`delete from payout_attempt where withdrawal_id = ${id}`],
    [['attempt-missing', 2000, 0]],
  ],
  [
    'a paid attempt of an unpaid withdrawal',
    ({ id }) => [unpay(id), removePosting(id)],
    [['attempt-paid-withdrawal-not', 2000, 0]],
  ],
  [
    'a provider’s payment with another amount or number',
    ({ receipt, day }) => tell([`${receipt},2100,254712345999,${day} 12:00:00`]),
    [
      ['amount-differs', 2000, 2100],
      ['number-differs', null, null],
      ['sum-differs', 2000, 2100],
    ],
  ],
  [
    'a provider’s receipt that we do not know',
    ({ receipt, day }) => tell([`${receipt},2000,,${day} 12:00:00`, `${newReceipt()},700,,${day} 23:59:59`]),
    [
      ['receipt-unknown', 0, 700],
      ['sum-differs', 2000, 2700],
    ],
  ],
])('%s is found', async (_name, happen, found) => {
  const day = newDay()
  const happened = await happen({ ...(await givenPaidOn(db, day)), day })
  if (Array.isArray(happened)) await tamper(db, ...happened)
  expect(await findOn(deps, day)).toEqual(found)
})

test('a receipt is missing only once the provider’s statement covers the day', async () => {
  const day = newDay()
  const [known] = [await givenPaidOn(db, day), await givenPaidOn(db, day)]
  expect(await findOn(deps, day)).toEqual([])
  await tell([`${known.receipt},2000,,${day} 12:00:00`])
  expect(await findOn(deps, day)).toEqual([
    ['receipt-missing', 2000, 0],
    ['sum-differs', 4000, 2000],
  ])
})

test('one receipt for two withdrawals is found, on the day of the second', async () => {
  const [first, second] = [newDay(), newDay()]
  const [one, two] = [await givenPaidOn(db, first), await givenPaidOn(db, second)]
  await tamper(db, sql`update withdrawal set receipt = lower(${one.receipt}) where withdrawal_id = ${two.id}`)
  expect(await findOn(deps, first)).toEqual([])
  expect(await findOn(deps, second)).toEqual([['receipt-twice', 0, 2000]])
})

test('payments by hand without a reference do not count as sharing one', async () => {
  const day = newDay()
  await givenTaxedOn(db, day)
  await givenTaxedOn(db, day)
  expect(await findOn(deps, day)).toEqual([])
})

test('a provider’s payment of an open withdrawal is found', async () => {
  const day = newDay()
  const { id, payment, say } = await givenSent(db)
  const receipt = newReceipt()
  await say({ ...paidResult(payment, receipt), amountKes: 1999 })
  await moveTo(db, id, day)
  await tell([`${receipt},2000,,${day} 12:00:00`])
  expect(await findOn(deps, day)).toEqual([
    ['receipt-not-settled', 0, 2000],
    ['sum-differs', 0, 2000],
  ])
  await tamper(db, sql`update payout_attempt set state = 'failed' where withdrawal_id = ${id}`)
})

test('a provider’s second payment of one withdrawal is found', async () => {
  const day = newDay()
  const { id, receipt } = await givenPaidOn(db, day)
  const other = newReceipt()
  await tamper(db, sql`update withdrawal set receipt = ${other} where withdrawal_id = ${id}`)
  await tell([`${receipt},2000,,${day} 12:00:00`, `${other},2000,,${day} 12:30:00`])
  expect(await findOn(deps, day)).toEqual([
    ['paid-twice', 2000, 4000],
    ['sum-differs', 2000, 4000],
  ])
})

test('a result that contradicts a settled one is found', async () => {
  const day = newDay()
  const { id, payment, say } = await givenPaidOn(db, day)
  await say(paidResult(payment, newReceipt()))
  await moveTo(db, id, day)
  expect(await findOn(deps, day)).toEqual([['contradiction', null, 2000]])
})

test('a payment unknown for more than a day is found once, and stays a difference of that day', async () => {
  const [day, next] = [newDay(), newDay()]
  const { id, payment, say } = await givenSent(db)
  await say({ ...paidResult(payment, newReceipt()), amountKes: 1999 })
  await moveTo(db, id, day)
  expect(await findOn(deps, day)).toEqual([])
  expect(await findOn(deps, next)).toEqual([['unresolved', null, 2000]])
  expect(await findOn(deps, newDay())).toEqual([])
  expect(await findOn(deps, next)).toEqual([['unresolved', null, 2000]])
  await tamper(db, sql`update payout_attempt set state = 'failed' where withdrawal_id = ${id}`)
})

test.each([
  ['no tax', (id: string) => [sql`delete from withholding where withdrawal_id = ${id}`], 100, 0],
  [
    'less tax',
    (id: string) => [sql`update withholding set tax_kes = 10 where withdrawal_id = ${id}`],
    100,
    10,
  ],
  ['the tax of an unpaid withdrawal', (id: string) => [unpay(id), removePosting(id)], 0, 100],
] as const)('%s booked where KES 100 was withheld is found', async (_name, change, expected, found) => {
  const day = newDay()
  const { id } = await givenTaxedOn(db, day)
  await tamper(db, ...change(id))
  expect(await findOn(deps, day)).toEqual([
    ['sum-differs', expected, found],
    ['tax-differs', expected, found],
  ])
})

test('a payment before midnight and its posting after midnight belong to one day', async () => {
  const day = newDay()
  const { id } = await givenWithdrawal(db).then(() => givenPaidOn(db, day))
  await tamper(
    db,
    sql`update withdrawal set paid_at = business_day_start(${day}::date + 1) - interval '1 ms' where withdrawal_id = ${id}`,
    sql`update posting set created_at = business_day_start(${day}::date + 1) + interval '1 ms'
      where subject_id = ${id} and kind = 'payout'`,
  )
  expect(await findOn(deps, day)).toEqual([])
  const next = new Date(Date.parse(day) + 24 * 3600 * 1000).toISOString().slice(0, 10)
  expect(await findOn(deps, next)).toEqual([])
})

test('a future day cannot be compared', async () => {
  await expect(reconcileDay(deps, finance, { day: '2999-01-01' })).rejects.toMatchObject({
    fields: { day: [problem('DAY_NOT_BEGUN')] },
  })
})

const list = async (day: string) => {
  const fields = ['differenceId', 'kind', 'found', 'resolution'] as const
  const rows = await readRows(db, 'reconciliationDifference', fields, { day }, 'found')
  return rows.map(({ differenceId: id, ...row }) => ({ id, ...row }))
}

/** A day with one difference: the attempt sent KES 2,500 instead of KES 2,000. */
async function givenDifference() {
  const day = newDay()
  const { id } = await givenPaidOn(db, day)
  const send = (amountKes: number) =>
    tamper(db, sql`update payout_attempt set amount_kes = ${amountKes} where withdrawal_id = ${id}`)
  await send(2500)
  await reconcileDay(deps, finance, { day })
  const [found] = await list(day)
  if (!found) throw new Error('nothing was found')
  return { day, id: found.id, send }
}

test('a repeated comparison reports a difference once and removes one that no longer exists', async () => {
  const { day, id, send } = await givenDifference()
  await reconcileDay(deps, finance, { day })
  expect(await list(day)).toMatchObject([{ id, found: 2500, resolution: null }])
  await send(2000)
  expect(await reconcileDay(deps, finance, { day })).toMatchObject({ openCount: 0, resolvedCount: 0 })
  expect(await list(day)).toEqual([])
})

test('a resolved difference stays resolved in later comparisons, even if it no longer exists', async () => {
  const { day, id, send } = await givenDifference()
  const resolved = await resolveDifference(deps, finance, { id, note: 'Two transfers, one receipt.' })
  expect(resolved).toMatchObject({ id, resolution: 'Two transfers, one receipt.', resolvedBy: finance.name })
  expect(await reconcileDay(deps, finance, { day })).toMatchObject({ openCount: 0, resolvedCount: 1 })
  await send(2000)
  expect(await reconcileDay(deps, finance, { day })).toMatchObject({ openCount: 0, resolvedCount: 1 })
  expect(await list(day)).toMatchObject([{ id, resolution: 'Two transfers, one receipt.' }])
})

test('an explanation of one number does not cover another', async () => {
  const { day, id, send } = await givenDifference()
  await resolveDifference(deps, finance, { id, note: 'Known.' })
  await send(9000)
  expect(await reconcileDay(deps, finance, { day })).toMatchObject({ openCount: 1, resolvedCount: 1 })
  expect(await list(day)).toMatchObject([
    { found: 2500, resolution: 'Known.' },
    { found: 9000, resolution: null },
  ])
})

test('a difference is resolved once, and the audit log names who did it', async () => {
  const { day, id } = await givenDifference()
  await resolveDifference(deps, finance, { id, note: 'Known.' })
  expect(await codeOf(resolveDifference(deps, finance, { id, note: 'Other.' }))).toBe('ALREADY_DECIDED')
  await expect(
    resolveDifference(deps, finance, { id: '00000000-0000-4000-8000-000000000000', note: 'x' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const entries = await readRows(db, 'auditEntry', ['actor', 'action', 'reason', 'before'], {
    subject: `difference:${id}`,
  })
  expect(entries).toEqual([
    {
      actor: finance.name,
      action: 'reconciliation.resolved',
      reason: 'Known.',
      before: { day, kind: 'amount-differs', expected: 2000, found: 2500 },
    },
  ])
})

test('the database refuses to change or delete differences and resolutions', async () => {
  const { id } = await givenDifference()
  const change = sql`update reconciliation_difference set found = 1 where difference_id = ${id}`
  await expect(change.execute(db)).rejects.toThrow('stays as it was found')
  await resolveDifference(deps, finance, { id, note: 'Known.' })
  const remove = sql`delete from reconciliation_difference where difference_id = ${id}`
  await expect(remove.execute(db)).rejects.toThrow('stays as it was found')
})

test('concurrent comparisons of a day report a difference once', async () => {
  const day = newDay()
  const { id } = await givenPaidOn(db, day)
  await tamper(db, sql`update payout_attempt set amount_kes = 2500 where withdrawal_id = ${id}`)
  const made = await Promise.all(Array.from({ length: 6 }, () => reconcileDay(deps, finance, { day })))
  expect(made.map(({ openCount }) => openCount)).toEqual([1, 1, 1, 1, 1, 1])
  expect(await list(day)).toHaveLength(1)
})

test('a comparison that waited for another sees the changes since', async () => {
  const { day, send } = await givenDifference()
  const { waiting } = await db.transaction().execute(async (holder) => {
    await lockReconciliation(holder)
    const waiting = reconcileDay(deps, finance, { day })
    while ((await countWaitingOnLock(db)) < 1);
    await send(2000)
    return { waiting }
  })
  expect(await waiting).toMatchObject({ openCount: 0 })
  expect(await list(day)).toEqual([])
})

test('an open difference stays one when its number changes', async () => {
  const { day, send } = await givenDifference()
  await send(9000)
  expect(await reconcileDay(deps, finance, { day })).toMatchObject({ openCount: 1 })
  expect(await list(day)).toMatchObject([{ found: 9000 }])
})

test('the nightly run also compares days without a running server, each once, and reports differences', async () => {
  await tamper(db, sql`delete from reconciliation_difference`)
  await sql`delete from reconciliation_run`.execute(db)
  const { rows } = await sql<{ day: string }>`
    select d::date as day from generate_series(business_day(now()) - 4, business_day(now()) - 1, interval '1 day') d
  `.execute(db)
  const days = rows.map(({ day }) => day)
  const [first = '', , , yesterday = ''] = days
  await reconcileDay(deps, finance, { day: first })
  const { id } = await givenPaidOn(db, yesterday)
  await tamper(db, sql`update payout_attempt set amount_kes = 2500 where withdrawal_id = ${id}`)
  expect(await reconcileYesterday(deps)).toMatchObject([{ day: yesterday, openCount: 1, madeBy: 'system' }])
  expect(await reconcileYesterday(deps)).toMatchObject([{ day: yesterday, openCount: 1 }])
  const runs = await db.selectFrom('reconciliationRun').select('day').orderBy('day').execute()
  expect(runs.map((run) => run.day)).toEqual(days)
})

test('importing a statement repeats the comparison of the days it covers', async () => {
  const day = newDay()
  await givenPaidOn(db, day)
  expect(await reconcileDay(deps, finance, { day })).toMatchObject({ openCount: 0 })
  const csv = `Receipt,Amount,Completed at\n${newReceipt()},700,${day} 10:00`
  await importStatement(deps, finance, { csv, isDryRun: false })
  expect((await list(day)).map(({ kind }) => kind).sort()).toEqual([
    'receipt-missing',
    'receipt-unknown',
    'sum-differs',
  ])
})
