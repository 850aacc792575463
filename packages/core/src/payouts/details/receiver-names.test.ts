import { createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDeps } from '../../testing.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { listWithdrawals } from '../approvals/list-withdrawals.ts'
import { sendPayout } from '../attempts/send-payout.ts'
import { importPayments } from '../manual.ts'
import {
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  finance,
  forgetWork,
  givenWithdrawal,
  newReceipt,
  paidResult,
  runJobs,
} from '../testing.ts'
import { requestWithdrawal } from '../withdrawals.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

async function readReceiver(memberId: string) {
  const [row] = await listWithdrawals(createTestDeps(db), { memberId, sort: 'newest', limit: 1 })
  return [row?.receiverName, row?.receiverNameMatches]
}

async function requestNext(memberId: string, email: string) {
  const member = { memberId, email, isPremium: false, isEmailVerified: true, adminRole: null }
  const { reviewReasons } = await requestWithdrawal(
    createTestDeps(db),
    { ...member, tokenHash: Buffer.alloc(32) },
    {
      withdrawalMethod: 'mpesa',
      pointsToWithdraw: 1,
      mpesaNumber: '254712345678',
      idempotencyKey: undefined,
    },
  )
  return reviewReasons
}

test.each([
  ['AMINA WANJIKU OTIENO', ['Am… Wa… Ot…', true], false],
  ['JANE KAMAU', ['Ja… Ka…', false], true],
  [undefined, [null, null], false],
] as const)('M-Pesa pays Amina Otieno as %s', async (receiverName, stored, isReason) => {
  const { provider, sends } = createScriptedProvider()
  const deps = createPayoutDeps(db, provider)
  const { id, ref, memberId, email } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await sendPayout(deps, ref)
  const [payment] = sends
  if (!payment) throw new Error('nothing was sent')
  const result = { ...paidResult(payment, newReceipt()), ...(receiverName && { receiverName }) }
  await callBack(deps, payment.resultUrl, result)
  await runJobs(deps)
  expect(await readReceiver(memberId)).toEqual(stored)
  expect((await requestNext(memberId, email)).includes('name-differs')).toBe(isReason)
})

test('a file of payments may have the names of the paid accounts, and our own columns count for nothing', async () => {
  const deps = createTestDeps(db)
  const given = await Promise.all([1, 2, 3].map(() => givenWithdrawal(db, { method: 'bank' })))
  for (const { id } of given)
    await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  const rows = given.map(
    ({ id }, n) => `${id},${newReceipt()},Amina Otieno,${['OTIENO AMINA', 'Eve', ''][n]}`,
  )
  const csv = ['Withdrawal ID,Reference,Account name,Beneficiary', ...rows].join('\n')
  await importPayments(deps, finance, { csv, isDryRun: false })
  const shown = await Promise.all(given.map(({ memberId }) => readReceiver(memberId)))
  expect(shown).toEqual([
    ['Ot… Am…', true],
    ['Ev…', false],
    [null, null],
  ])
})
