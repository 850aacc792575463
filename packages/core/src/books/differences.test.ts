import { lockReconciliation } from '@chuma/db/queries/books/reconciliation'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createPayoutDeps, finance, newReceipt } from '../payouts/testing.ts'
import { codeOf, readRows } from '../testing.ts'
import { reconcileDay, reconcileYesterday, resolveDifference } from './reconciliation.ts'
import { importStatement } from './statements/import-statement.ts'
import { givenPaidOn, newDay, tamper } from './testing.ts'

const { db, close } = await createTestDb({ max: 12, isDamaged: true })
afterAll(close)
const deps = createPayoutDeps(db, null)

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
