import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { receivePostback } from '../partners/events.ts'
import { callWith, givenLinkClick } from '../partners/testing.ts'
import { createTestDeps } from '../testing.ts'
import { addUpReceivables, listReceivables } from './receivables.ts'

const { db, close } = await createTestDb({ max: 20 })
afterAll(close)
const deps = createTestDeps(db)

const statesOf = async (partnerId: string) => {
  const { rows } = await sql<{ state: string; n: number }>`
    select state, count(*)::int as n from partner_credit where partner_id = ${partnerId} group by 1 order by 1
  `.execute(db)
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}
const withCeiling = (cents: number, more: object = {}) => ({
  ceilings: { maxUsdCentsOutstanding: cents },
  ...more,
})
const openOf = async (partnerId: string) =>
  (await listReceivables(deps, { partnerId, months: 12 })).partners[0]?.exposureCents

async function manyClicks(count: number, scheme: object) {
  const made = await givenLinkClick(deps, { points: 1, scheme })
  const clicks = [{ clickId: made.clickId, reference: made.reference }]
  while (clicks.length < count) clicks.push(await made.click())
  const tell = (reference: string, transactionId: string) =>
    receivePostback(
      deps,
      callWith(made.publicKey, {
        kind: 'credit',
        transactionId,
        userRef: reference,
        amountUsdMicros: 1_000_000,
      }),
    )
  return { ...made, clicks, tellOf: tell }
}

test('fifty credits at once never pass the ceiling: the rest waits for staff', async () => {
  const { partnerId, clicks, tellOf } = await manyClicks(50, withCeiling(20_00))
  await Promise.all(clicks.map(({ reference }, index) => tellOf(reference, `t${index}`)))
  expect(await statesOf(partnerId)).toEqual({ available: 20, review: 30 })
  expect(await openOf(partnerId)).toBe(20_00)
})

test('the same while steps are being added up', async () => {
  const { partnerId, clicks, tellOf } = await manyClicks(20, withCeiling(8_00))
  const all = clicks.map(({ reference }, index) => tellOf(reference, `t${index}`))
  await Promise.all([...all, addUpReceivables(deps), addUpReceivables(deps)])
  await addUpReceivables(deps)
  expect(await statesOf(partnerId)).toEqual({ available: 8, review: 12 })
  expect(await openOf(partnerId)).toBe(8_00)
})

test('credits on hold count, and a reversal makes room', async () => {
  const { partnerId, tell, click } = await givenLinkClick(deps, {
    points: 5,
    scheme: withCeiling(8_00, { holdDays: 3 }),
  })
  await tell('credit', 't1')
  const next = await click()
  await tell('credit', 't2', { userRef: next.reference })
  expect(await statesOf(partnerId)).toEqual({ pending: 1, review: 1 })
  await tell('reverse', 't1')
  const third = await click()
  await tell('credit', 't3', { userRef: third.reference })
  expect(await statesOf(partnerId)).toEqual({ cancelled: 1, pending: 1, review: 1 })
})

test('without a ceiling nothing waits', async () => {
  const { partnerId, tell } = await givenLinkClick(deps, { points: 500_000 })
  await tell('credit', 't1')
  expect(await statesOf(partnerId)).toEqual({ available: 1 })
})

test('owners are told once when most of the ceiling is used, and again after it was paid', async () => {
  const { partnerId, clicks, tellOf } = await manyClicks(3, withCeiling(2_50))
  const warnings = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pgboss.job where name = 'send-company-changed' and data ->> 'subject' = ${`partner:${partnerId}`}
    `.execute(db)
    return rows[0]?.n
  }
  await tellOf(clicks[0]?.reference ?? '', 't0')
  await addUpReceivables(deps)
  expect(await warnings()).toBe(0)
  await tellOf(clicks[1]?.reference ?? '', 't1')
  await addUpReceivables(deps)
  expect(await warnings()).toBe(1)
  await tellOf(clicks[2]?.reference ?? '', 't2')
  await addUpReceivables(deps)
  expect(await warnings()).toBe(1)
})

test('days add up to what every step said, whichever way a credit went', async () => {
  const { partnerId, tell } = await givenLinkClick(deps, { points: 5 })
  await tell('credit', 't1')
  await tell('reverse', 't1')
  await addUpReceivables(deps)
  const [debt] = (await listReceivables(deps, { partnerId, months: 12 })).partners
  expect(debt).toMatchObject({ accruedCents: 500, reversedCents: 500, outstandingCents: 0, exposureCents: 0 })
})
