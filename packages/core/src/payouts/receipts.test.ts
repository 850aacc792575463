import { problem } from '@chuma/contract/problems'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readRows } from '../testing.ts'
import { decideWithdrawal } from './approvals/decide-withdrawal.ts'
import { importPayments } from './manual.ts'
import { readReceipt } from './receipts.ts'
import {
  approve,
  createPayoutDeps,
  finance,
  forgetWork,
  givenSent,
  givenWithdrawal,
  look,
  newNumber,
  newReceipt,
  paidResult,
} from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))
const deps = createPayoutDeps(db, null)

async function givenManual(method: 'mpesa' | 'bank' = 'mpesa') {
  const given = await givenWithdrawal(db, { method, mpesaNumber: newNumber() })
  await approve(deps, given)
  return given
}

const pay = (id: string, adminNotes: string, receipt?: string) =>
  decideWithdrawal(deps, finance, {
    id,
    status: 'paid',
    adminNotes,
    ...(receipt !== undefined && { receipt }),
  })

test('two withdrawals are not marked paid by hand with one receipt', async () => {
  const [first, second] = [await givenManual(), await givenManual()]
  const receipt = newReceipt()
  await pay(first.id, receipt)
  await expect(pay(second.id, ` ${receipt.toLowerCase()} `)).rejects.toMatchObject({
    fields: { adminNotes: [problem('RECEIPT_TAKEN')] },
  })
  await expect(pay(second.id, 'Payment processed', receipt)).rejects.toMatchObject({
    fields: { receipt: [problem('RECEIPT_TAKEN')] },
  })
  expect(await look(db, second.ref)).toMatchObject({ status: 'approved', held: 2 })
})

test('a receipt that the provider has used is not accepted by hand, nor in a file', async () => {
  const sent = await givenSent(db)
  const receipt = newReceipt()
  await sent.say(paidResult(sent.payment, receipt))
  const { id, ref } = await givenManual()
  await expect(pay(id, receipt)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const { results } = await importPayments(deps, finance, {
    csv: `Withdrawal ID,Reference\n${id},${receipt}`,
    isDryRun: false,
  })
  expect(results).toMatchObject([{ outcome: 'reference-used' }])
  expect(await look(db, ref)).toMatchObject({ status: 'approved' })
})

test('a receipt that the provider reports with a wrong amount is taken too', async () => {
  const sent = await givenSent(db)
  const receipt = newReceipt()
  await sent.say({ ...paidResult(sent.payment, receipt), amountKes: 1999 })
  const { id } = await givenManual()
  await expect(pay(id, receipt)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('"ok" is no receipt, and the error names the field', async () => {
  const { id } = await givenManual()
  await expect(pay(id, '', 'ok')).rejects.toMatchObject({
    fields: { receipt: [problem('NOT_AN_MPESA_RECEIPT')] },
  })
  const bank = await givenManual('bank')
  await expect(pay(bank.id, '', 'ok')).rejects.toMatchObject({
    fields: { receipt: [problem('NOT_A_BANK_REFERENCE')] },
  })
  const inDoubt = await givenSent(db)
  await inDoubt.say({ ...paidResult(inDoubt.payment, newReceipt()), amountKes: 1999 })
  await expect(pay(inDoubt.id, 'ok')).rejects.toMatchObject({
    fields: { adminNotes: [problem('NOT_AN_MPESA_RECEIPT')] },
  })
})

test('the specified note marks a payment by hand, and is a receipt of nobody', async () => {
  const [first, second] = [await givenManual(), await givenManual()]
  for (const { id, ref } of [first, second]) {
    expect(await pay(id, 'Payment processed')).toMatchObject({
      status: 'paid',
      adminComment: 'Payment processed',
    })
    expect(await look(db, ref)).toMatchObject({ status: 'paid', receipt: null })
  }
  for (const { id: withdrawalId } of [first, second])
    expect(await readRows(db, 'payoutReceipt', ['receipt'], { withdrawalId })).toEqual([])
})

test.each([
  ['mpesa', ' ukk4xyz12a ', 'UKK4XYZ12A'],
  ['bank', 'eft-000417', 'EFT-000417'],
  ['bank', 'FT26331/8Q2', 'FT26331/8Q2'],
  ['paypal', '5TY05013RG002845M', '5TY05013RG002845M'],
  ['paypal', '8AELMXH8UB2P8', '8AELMXH8UB2P8'],
] as const)('a receipt of %s, %j, is read as %s', (method, text, receipt) => {
  expect(readReceipt(method, text)).toBe(receipt)
})

test.each([
  ['mpesa', 'ok'],
  ['mpesa', 'Payment processed'],
  ['mpesa', '1KK4XYZ12A'],
  ['mpesa', 'UKK4XYZ12'],
  ['mpesa', 'UKK4XYZ12AB'],
  ['mpesa', 'ÜKK4XYZ12A'],
  ['bank', 'ok'],
  ['bank', 'PAYMENT'],
  ['bank', 'Payment processed'],
  ['bank', 'A-123'],
  ['bank', `1${'A'.repeat(35)}`],
  ['paypal', 'ok'],
  ['paypal', '5TY05013RG002845'],
  ['paypal', ''],
] as const)('%s has no receipt %j', (method, text) => {
  expect(readReceipt(method, text)).toBeNull()
})
