import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { listAudit } from '../../admin/testing.ts'
import { verifyLedger } from '../../books/verify-ledger.ts'
import { createMailCapture } from '../../testing.ts'
import { approveWithdrawals } from '../approvals/approve-withdrawals.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { listDebts, writeOffDebt } from '../debts.ts'
import {
  createPayoutDeps,
  createScriptedProvider,
  forgetWork,
  givenWithdrawal,
  look,
  runJobs,
} from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))
const { mail, sent: mails } = createMailCapture()
const deps = createPayoutDeps(db, null, { mail })
const amina = (await givenSettled(deps, { role: 'finance' })).actor
const carol = (await givenSettled(deps, { role: 'finance' })).actor
const brian = (await givenSettled(deps, { role: 'finance' })).actor

/** Take points back as a partner does, whose reversal names the posting that it reverses. */
const takeBack = (memberId: string, points: number, key = 'x') =>
  sql`select book_posting(${memberId}, 'reversal', ${-points}, 0, 'reversals', ${`reversal:${key}`}, 'Taken back', null, 1, 'system')`.execute(
    db,
  )

let numbers = 0
/** 8 points available and 2 held; 14 are taken back: a debt of 6. */
async function givenDebtor(method: 'mpesa' | 'bank' = 'mpesa') {
  const mpesaNumber = `2547114${String(++numbers).padStart(5, '0')}`
  const given = await givenWithdrawal(db, { method, mpesaNumber })
  await takeBack(given.memberId, 14)
  return given
}

test('a member in debt is not approved in bulk', async () => {
  const { id, ref } = await givenDebtor()
  const { results } = await approveWithdrawals(deps, amina, { ids: [id], limit: 10 })
  expect(results).toMatchObject([{ id, outcome: 'held' }])
  expect(await look(db, ref)).toMatchObject({ status: 'pending', available: -6, held: 2 })
})

test('a member in debt is not paid, whether by hand or by the provider, until it is set off', async () => {
  const byHand = await givenDebtor('bank')
  await decideWithdrawal(deps, amina, { id: byHand.id, status: 'approved', adminNotes: '' })
  const pay = () => decideWithdrawal(deps, amina, { id: byHand.id, status: 'paid', adminNotes: 'EFT-000417' })
  await expect(pay()).rejects.toMatchObject({
    code: 'WITHDRAWAL_HELD',
    failure: { params: { reason: 'debt' } },
  })
  const { provider, sends } = createScriptedProvider()
  const automatic = createPayoutDeps(db, provider)
  const sent = await givenDebtor()
  await decideWithdrawal(automatic, amina, { id: sent.id, status: 'approved', adminNotes: '' })
  await runJobs(automatic)
  expect(sends).toEqual([])
  await sql`select book_posting(${byHand.memberId}, 'offer', 6, 0, 'rewards', 'earned', 'Earned', null, null, 'system')`.execute(
    db,
  )
  expect(await pay()).toMatchObject({ status: 'paid' })
})

test('cancelling the held withdrawal sets the debt off', async () => {
  const { id, ref, memberId } = await givenDebtor()
  await decideWithdrawal(deps, amina, { id, status: 'rejected', adminNotes: 'Set off against what you owe' })
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: -4, held: 0 })
  const mine = (await listDebts(deps, { limit: 100 })).find((debt) => debt.memberId === memberId)
  expect(mine).toMatchObject({ points: 4, heldPoints: 0 })
})

test('staff list debts, the oldest first, with what caused them and what is held', async () => {
  const [first, second] = [await givenDebtor(), await givenDebtor()]
  const all = await listDebts(deps, { limit: 100 })
  const mine = all.filter(({ memberId }) => memberId === first.memberId || memberId === second.memberId)
  expect(mine).toMatchObject([
    {
      memberId: first.memberId,
      points: 6,
      amountKes: 6000,
      heldPoints: 2,
      cause: 'reversal',
      memberEmail: first.email,
    },
    { memberId: second.memberId, points: 6 },
  ])
  const { length } = all
  const last = await listDebts(deps, { after: all[length - 2]?.memberId, limit: 1 })
  expect(last).toMatchObject([{ memberId: second.memberId }])
  // A second reversal makes the debt larger, not younger.
  await takeBack(first.memberId, 1, 'y')
  const [older] = (await listDebts(deps, { limit: 100 })).filter(
    ({ memberId }) => memberId === first.memberId,
  )
  expect(older).toMatchObject({ points: 7, since: mine[0]?.since })
})

test('a debt is written off by two people, once, and the member is told', async () => {
  const { memberId, email, ref } = await givenDebtor()
  const input = { memberId, points: 6, reason: 'The partner was wrong' }
  const { approvalId } = await pendingOf(writeOffDebt(deps, amina, input))
  expect(await look(db, ref)).toMatchObject({ available: -6 })
  await decideApproval(deps, brian, { approvalId, decision: 'approve', note: '' })
  expect(await look(db, ref)).toMatchObject({ available: 0, held: 2 })
  await runJobs(deps)
  expect(mails.at(-1)).toMatchObject({ kind: 'sendDebtWrittenOff', mail: { to: email, points: 6 } })
  expect((await listAudit(db, `member:${memberId}`)).at(-1)).toMatchObject({
    action: 'member.debt-written-off',
    before: { debtPoints: 6 },
    after: { debtPoints: 0, approvedBy: brian.name },
  })
  await expect(writeOffDebt(deps, carol, input)).rejects.toMatchObject({ code: 'MEMBER_STATE' })
  expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] })
})

test('a debt that has changed since it was seen is not written off', async () => {
  const { memberId, ref } = await givenDebtor()
  const { approvalId } = await pendingOf(
    writeOffDebt(deps, amina, { memberId, points: 6, reason: 'Because' }),
  )
  await takeBack(memberId, 3, 'z')
  await expect(
    decideApproval(deps, brian, { approvalId, decision: 'approve', note: '' }),
  ).rejects.toMatchObject({ code: 'APPROVAL_STATE' })
  expect(await look(db, ref)).toMatchObject({ available: -9 })
})

test('nobody writes off a debt of their own', async () => {
  const { memberId } = await givenDebtor()
  const own = { name: `member:${memberId}`, address: null }
  await expect(writeOffDebt(deps, own, { memberId, points: 6, reason: 'Because' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})
