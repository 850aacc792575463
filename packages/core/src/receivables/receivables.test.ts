import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { decideApproval } from '../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../admin/approvals/testing.ts'
import { receivePostback } from '../partners/events.ts'
import { callWith, givenLinkClick } from '../partners/testing.ts'
import { codeOf, createTestDeps, refusals } from '../testing.ts'
import { issueInvoice, requireInvoice, voidInvoice, writeOffInvoice } from './invoices.ts'
import { bookReceipt, cancelReceipt } from './receipts.ts'
import { addUpReceivables, listReceivables, setPaymentDays } from './receivables.ts'
import { debtOf, givenDebt, linesOf, monthsAgo, paying } from './testing.ts'

const { db, close } = await createTestDb({ max: 20 })
afterAll(close)
const deps = createTestDeps(db)
const amina = (await givenSettled(deps, { role: 'finance' })).actor
const brian = (await givenSettled(deps, { role: 'finance' })).actor
const [last, before] = [monthsAgo(1), monthsAgo(2)]

const approve = (approvalId: string, by = brian) =>
  decideApproval(deps, by, { approvalId, decision: 'approve', note: '' })

describe('an invoice', () => {
  test('has what accrued up to its month, is numbered without gaps, and is issued once', async () => {
    const { partnerId } = await givenDebt(deps, [
      [before.day, 10.005],
      [last.day, 20],
    ])
    const first = await issueInvoice(deps, amina, { partnerId, month: before.month })
    expect(first).toMatchObject({ kind: 'invoice', totalCents: 1001, state: 'issued', month: before.month })
    await expect(issueInvoice(deps, amina, { partnerId, month: before.month })).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
    })
    await expect(issueInvoice(deps, amina, { partnerId, month: monthsAgo(0).month })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    const second = await issueInvoice(deps, amina, { partnerId, month: last.month })
    expect(second.totalCents).toBe(2000)
    expect(Number(second.number.slice(4))).toBe(Number(first.number.slice(4)) + 1)
    expect(await debtOf(deps, partnerId)).toMatchObject({
      accruedCents: 3001,
      invoicedCents: 3001,
      outstandingCents: 3001,
    })
  })

  test('of two people at once is issued once', async () => {
    const { partnerId } = await givenDebt(deps, [[last.day, 5]])
    const wish = { partnerId, month: last.month }
    const done = await Promise.allSettled([issueInvoice(deps, amina, wish), issueInvoice(deps, brian, wish)])
    expect(refusals(done)).toEqual(['ALREADY_DECIDED'])
  })

  test('is reduced by what was reversed after the one before', async () => {
    const { partnerId, creditIds, credit, reverse } = await givenDebt(deps, [[before.day, 30]])
    await issueInvoice(deps, amina, { partnerId, month: before.month })
    await credit(last.day, 50)
    await reverse(creditIds[0] ?? '', last.day)
    const next = await issueInvoice(deps, amina, { partnerId, month: last.month })
    expect(next.totalCents).toBe(2000)
    expect(next.lines).toMatchObject([
      { month: last.month, originMonth: before.month, accruedCents: 0, reversedCents: 3000 },
      { month: last.month, originMonth: last.month, accruedCents: 5000, reversedCents: 0 },
    ])
  })

  test('is refused while reversals are more than what accrued, and carries them on', async () => {
    const { partnerId, creditIds, reverse } = await givenDebt(deps, [[before.day, 30]])
    await issueInvoice(deps, amina, { partnerId, month: before.month })
    await reverse(creditIds[0] ?? '', last.day)
    expect(await codeOf(issueInvoice(deps, amina, { partnerId, month: last.month }))).toBe('INVALID_INPUT')
    await addUpReceivables(deps)
    expect(await debtOf(deps, partnerId)).toMatchObject({ outstandingCents: 0, reversedCents: 3000 })
  })
})

describe('a receipt', () => {
  test('covers what is due first, leaves a credit that covers the next invoice, and is booked in the journal', async () => {
    const { partnerId } = await givenDebt(deps, [
      [before.day, 10],
      [last.day, 20],
    ])
    const first = await issueInvoice(deps, amina, { partnerId, month: before.month })
    const receipt = await bookReceipt(deps, amina, {
      ...paying(partnerId, 2500),
      kesCents: 3_200_00,
      chargeKesCents: 50_00,
    })
    expect(receipt).toMatchObject({
      invoices: [first.number],
      allocatedCents: 1000,
      rate: 130,
      fxDifferenceKesCents: 25_00,
    })
    expect(await debtOf(deps, partnerId)).toMatchObject({ creditCents: 1500, outstandingCents: 500 })
    const second = await issueInvoice(deps, amina, { partnerId, month: last.month })
    expect(second).toMatchObject({ state: 'issued', receivedCents: 1500 })
    expect(await linesOf(db, `partner-receipt:${receipt.id}`)).toEqual([
      'bank KES 320000',
      'payout-charges KES 5000',
      'fx-difference KES -325000',
      'fx-difference USD 2500',
      'partner-receivables USD -2500',
    ])
  })

  test('covers the invoice that was chosen', async () => {
    const { partnerId } = await givenDebt(deps, [
      [before.day, 10],
      [last.day, 20],
    ])
    await issueInvoice(deps, amina, { partnerId, month: before.month })
    const chosen = await issueInvoice(deps, amina, { partnerId, month: last.month })
    const receipt = await bookReceipt(deps, amina, { ...paying(partnerId, 2000), invoiceIds: [chosen.id] })
    expect(receipt.invoices).toEqual([chosen.number])
  })

  test('is booked once for its reference, whichever partner is named, and never at a rate that is a typing mistake', async () => {
    const one = await givenDebt(deps, [[last.day, 5]])
    const other = await givenDebt(deps, [[last.day, 5]])
    const paid = paying(one.partnerId, 500)
    await bookReceipt(deps, amina, paid)
    await expect(bookReceipt(deps, amina, { ...paid, partnerId: other.partnerId })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(
      bookReceipt(deps, amina, { ...paying(one.partnerId, 500), kesCents: 500 }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('that is cancelled by two people opens its invoices again', async () => {
    const { partnerId } = await givenDebt(deps, [[last.day, 5]])
    const invoice = await issueInvoice(deps, amina, { partnerId, month: last.month })
    const receipt = await bookReceipt(deps, amina, paying(partnerId, 500))
    expect(await debtOf(deps, partnerId)).toMatchObject({ outstandingCents: 0, exposureCents: 0 })
    const { approvalId } = await pendingOf(
      cancelReceipt(deps, amina, { id: receipt.id, reason: 'It bounced' }),
    )
    await approve(approvalId)
    expect(await debtOf(deps, partnerId)).toMatchObject({
      outstandingCents: 500,
      exposureCents: 500,
      receivedCents: 0,
    })
    expect(await requireInvoice(db, invoice.id)).toMatchObject({ state: 'issued' })
    expect(await linesOf(db, `partner-receipt-cancelled:${receipt.id}`)).toContain(
      'partner-receivables USD 500',
    )
  })
})

// Nobody hides or invents a debt alone.
const strict = createTestDeps(db)

const economy = strict.economy
strict.economy = async () => ({ ...(await economy()), companyChangesNeedTwo: true })

test('an invented receipt raises no ceiling: it waits for a second person', async () => {
  const { partnerId } = await givenDebt(deps, [[last.day, 5]])
  const { approvalId } = await pendingOf(bookReceipt(strict, amina, paying(partnerId, 500)))
  expect(await debtOf(deps, partnerId)).toMatchObject({ receivedCents: 0, exposureCents: 500 })
  await expect(approve(approvalId, amina)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await approve(approvalId)
  expect(await debtOf(deps, partnerId)).toMatchObject({ receivedCents: 500, exposureCents: 0 })
})

test('a voided invoice needs a second person, keeps the debt and its age, and its amounts are invoiced again', async () => {
  const old = monthsAgo(4)
  const { partnerId } = await givenDebt(deps, [[old.day, 5]])
  const invoice = await issueInvoice(deps, amina, { partnerId, month: old.month })
  const { approvalId } = await pendingOf(
    voidInvoice(deps, amina, { id: invoice.id, reason: 'A friend asked' }),
  )
  expect((await debtOf(deps, partnerId))?.invoicedCents).toBe(500)
  const aged = (await debtOf(deps, partnerId))?.ageing
  await approve(approvalId)
  expect(await debtOf(deps, partnerId)).toMatchObject({
    outstandingCents: 500,
    exposureCents: 500,
    invoicedCents: 0,
    ageing: aged,
  })
  const again = await issueInvoice(deps, amina, { partnerId, month: old.month })
  expect(again).toMatchObject({ totalCents: 500, dueDay: invoice.dueDay })
  expect((await debtOf(deps, partnerId))?.ageing).toEqual(aged)
})

test('an invoice that a receipt pays is not voided', async () => {
  const { partnerId } = await givenDebt(deps, [[last.day, 5]])
  const { id } = await issueInvoice(deps, amina, { partnerId, month: last.month })
  await bookReceipt(deps, amina, paying(partnerId, 200))
  const { approvalId } = await pendingOf(voidInvoice(deps, amina, { id, reason: 'A mistake' }))
  await expect(approve(approvalId)).rejects.toMatchObject({ code: 'APPROVAL_STATE' })
})

test('a write-off needs a second person and gives up what is open, no more', async () => {
  const { partnerId } = await givenDebt(deps, [[last.day, 5]])
  const { id } = await issueInvoice(deps, amina, { partnerId, month: last.month })
  await bookReceipt(deps, amina, paying(partnerId, 200))
  const { approvalId } = await pendingOf(writeOffInvoice(deps, amina, { id, reason: 'Bankrupt' }))
  await approve(approvalId)
  expect(await debtOf(deps, partnerId)).toMatchObject({
    writtenOffCents: 300,
    outstandingCents: 0,
    exposureCents: 0,
  })
  expect(await linesOf(db, `partner-written-off:${id}`)).toEqual([
    'write-offs USD 300',
    'partner-receivables USD -300',
  ])
})

test('longer terms make no issued debt young', async () => {
  const old = monthsAgo(4)
  const { partnerId } = await givenDebt(deps, [[old.day, 5]])
  await issueInvoice(deps, amina, { partnerId, month: old.month })
  const aged = (await debtOf(deps, partnerId))?.ageing
  await setPaymentDays(deps, amina, { partnerId, paymentDays: 365 })
  expect((await debtOf(deps, partnerId))?.ageing).toEqual(aged)
})

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
