import { createTestDb } from '@chuma/db/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { decideApproval } from '../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../admin/approvals/testing.ts'
import { codeOf, createTestDeps } from '../testing.ts'
import { issueInvoice, requireInvoice } from './invoices.ts'
import { bookReceipt, cancelReceipt } from './receipts.ts'
import { addUpReceivables } from './receivables.ts'
import { debtOf, givenDebt, linesOf, monthsAgo, paying } from './testing.ts'

const { db, close } = await createTestDb({ max: 12 })
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
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
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
