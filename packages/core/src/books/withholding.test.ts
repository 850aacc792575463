import { listTaxMonths } from '@chuma/db/queries/books/tax'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import {
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  finance,
  givenWithdrawal,
  newReceipt,
  paidResult,
  runJobs,
} from '../payouts/testing.ts'
import { theOnly } from '../payouts/the-only.testing.ts'
import { requestWithdrawal } from '../payouts/withdrawals.ts'
import { createMailCapture, givenMember, readRow, readRows } from '../testing.ts'
import { givenTaxedOn, givenTaxRate } from './testing.ts'

const { db, close } = await createTestDb({ max: 8 })
afterAll(close)

const listBooked = (memberId: string) =>
  readRows(db, 'withholding', ['withdrawalId', 'day', 'baseKes', 'percent', 'taxKes'], { memberId })

async function givenAsked(mpesaNumber: string) {
  const { provider, sends } = createScriptedProvider()
  const { mail, sent } = createMailCapture()
  const deps = createPayoutDeps(db, provider, { mail })
  await givenTaxRate(db, 5)
  const member = await givenMember(db, { points: 10 })
  const { id } = await requestWithdrawal(deps, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 2,
    mpesaNumber,
    idempotencyKey: undefined,
  })
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await runJobs(deps)
  return { deps, member, id, payment: theOnly(sends), sent }
}

test('tax is booked with the payment, and member and ledger show all three amounts', async () => {
  const { deps, member, id, payment, sent } = await givenAsked('254713000001')
  expect(payment.amountKes).toBe(1900)
  expect(await listBooked(member.memberId)).toEqual([])
  const receipt = newReceipt()
  const result = { ...paidResult(payment, receipt), amountKes: 1900, msisdn: '254713000001' }
  await callBack(deps, payment.resultUrl, result)
  await runJobs(deps)
  const { rows } = await sql<{ day: string }>`select business_day(now()) as day`.execute(db)
  expect(await listBooked(member.memberId)).toEqual([
    { withdrawalId: id, day: rows[0]?.day, baseKes: 2000, percent: 5, taxKes: 100 },
  ])
  const { description } = await readRow(db, 'posting', ['description'], {
    memberId: member.memberId,
    kind: 'payout',
  })
  expect(description).toBe('Withdrawal of KES 2,000 paid: KES 100 tax withheld, KES 1,900 sent')
  expect(sent.at(-1)).toMatchObject({
    kind: 'sendWithdrawalPaid',
    mail: { amountKes: 2000, taxKes: 100, receipt },
  })
})

test('untaxed and rejected withdrawals book no tax', async () => {
  const deps = createPayoutDeps(db, null)
  await givenTaxRate(db, 0)
  const plain = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id: plain.id, status: 'approved', adminNotes: '' })
  await decideWithdrawal(deps, finance, { id: plain.id, status: 'paid', adminNotes: 'Slip 1' })
  expect(await listBooked(plain.memberId)).toEqual([])
  const { deps: taxedDeps, member, id, payment } = await givenAsked('254713000002')
  await callBack(taxedDeps, payment.resultUrl, {
    ...paidResult(payment, ''),
    verdict: 'member',
    code: '2040',
  })
  await runJobs(taxedDeps)
  const { status } = await readRow(db, 'withdrawal', ['status'], { withdrawalId: id })
  expect(status).toBe('rejected')
  expect(await listBooked(member.memberId)).toEqual([])
})

test('booked tax is owed by month', async () => {
  const day = '2025-02-28'
  const closed = await createTestDb({ isDamaged: true })
  try {
    await givenTaxedOn(closed.db, day, '254713000003')
    await givenTaxedOn(closed.db, '2025-03-01', '254713000004')
    await givenTaxedOn(closed.db, '2025-03-31', '254713000005')
    expect(await listTaxMonths(closed.db)).toEqual([
      { month: '2025-03', count: 2, baseKes: 4000, taxKes: 200 },
      { month: '2025-02', count: 1, baseKes: 2000, taxKes: 100 },
    ])
  } finally {
    await closed.close()
  }
})

test('the database refuses to change booked tax, and to book any that was not agreed and paid', async () => {
  const { id, memberId } = await givenWithdrawal(db)
  const insert = sql`insert into withholding (member_id, withdrawal_id, day, base_kes, percent, tax_kes)
    values (${memberId}, ${id}, business_day(now()), 2000, 5, 100)`
  await expect(insert.execute(db)).rejects.toThrow('no withdrawal was paid less this tax')
  for (const change of [
    sql`update withholding set tax_kes = 1`,
    sql`delete from withholding`,
    sql`truncate withholding`,
  ]) {
    await expect(change.execute(db)).rejects.toThrow()
  }
})
