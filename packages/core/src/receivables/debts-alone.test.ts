import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { decideApproval } from '../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../admin/approvals/testing.ts'
import { createTestDeps } from '../testing.ts'
import { issueInvoice, voidInvoice, writeOffInvoice } from './invoices.ts'
import { bookReceipt } from './receipts.ts'
import { setPaymentDays } from './receivables.ts'
import { debtOf, givenDebt, linesOf, monthsAgo, paying } from './testing.ts'

// Nobody hides or invents a debt alone.
const { db, close } = await createTestDb({ max: 12 })
afterAll(close)
const deps = createTestDeps(db)
const amina = (await givenSettled(deps, { role: 'finance' })).actor
const brian = (await givenSettled(deps, { role: 'finance' })).actor
const last = monthsAgo(1)
const approve = (approvalId: string, by = brian) =>
  decideApproval(deps, by, { approvalId, decision: 'approve', note: '' })
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
