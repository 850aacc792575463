import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { pendingOf } from '../../admin/approvals/testing.ts'
import { givenMember } from '../../testing.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { givenSent } from '../attempts/given-sent.testing.ts'
import { failedResult, forgetWork, look, newReceipt, paidResult } from '../testing.ts'
import { requestWithdrawal } from '../withdrawals.ts'
import { late, openDesk } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))
const { amina, confirm, correct, verify } = await openDesk(db)

const countNews = async (withdrawalId: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit_entry where action = 'payout.contradiction' and subject = ${`withdrawal:${withdrawalId}`}
  `.execute(db)
  return rows[0]?.n
}

test('a success after a definite failure pauses the member’s payouts, and tells them and the owners', async () => {
  const { deps: ours, ref, payment, say, mails: told } = await givenSent(db)
  await say(failedResult(payment, 'member'))
  const receipt = newReceipt()
  await say(paidResult(payment, receipt))
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: 10 })
  expect(await countNews(ref.withdrawalId)).toBe(1)
  await expect(
    requestWithdrawal(
      ours,
      { ...(await givenMember(db)), memberId: ref.memberId },
      {
        pointsToWithdraw: 2,
        withdrawalMethod: 'mpesa',
        mpesaNumber: '254712345678',
        idempotencyKey: undefined,
      },
    ),
  ).rejects.toMatchObject({ code: 'PAYOUTS_PAUSED' })
  expect(told.at(-1)).toMatchObject({
    kind: 'sendPayoutsPaused',
    mail: { reason: expect.stringContaining('We are asking it what is true') },
  })
  await correct(late(ref.withdrawalId, receipt))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', receipt, available: 8 })
  await verify()
})

test('what the provider has reported as paid is rejected by two people only', async () => {
  const { deps: ours, id, ref, payment, say } = await givenSent(db)
  await say({ ...paidResult(payment, newReceipt()), amountKes: 1999 })
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review' })
  const reject = { id, status: 'rejected', adminNotes: 'The statement of today shows no payment' } as const
  const { approvalId } = await pendingOf(decideWithdrawal(ours, amina, reject))
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', held: 2 })
  await confirm(approvalId)
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', payoutState: 'failed', available: 10 })
  await verify()
})
