import { getAdminWithdrawal } from '@chuma/db/queries/payouts/admin-withdrawals'
import { holdUnsentWithdrawals } from '@chuma/db/queries/payouts/holds'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { givenStaff, listAudit } from '../../admin/testing.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import { previewBulkApproval } from '../approvals/approval-rules.ts'
import { approveWithdrawals } from '../approvals/approve-withdrawals.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { sendPayout } from '../attempts/send-payout.ts'
import { exportManualPayouts, importPayments } from '../manual.ts'
import {
  createPayoutDeps,
  createScriptedProvider,
  finance,
  forgetWork,
  givenWithdrawal,
  look,
  newReceipt,
  runJobs,
  sweepLater,
  takeJobs,
  theOnly,
} from '../testing.ts'
import { liftHold, sweepHolds } from './review-holds.ts'
import { changeAccount, letHoldsAge, putInDebt, setDebtOff } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { provider, sends } = createScriptedProvider()
const deps = createPayoutDeps(db, provider)
beforeEach(async () => {
  await forgetWork(db)
  sends.length = 0
})

type Withdrawal = Awaited<ReturnType<typeof givenWithdrawal>>

const approve = ({ id }: Pick<Withdrawal, 'id'>, adminNotes = '') =>
  decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes })
const holdsOf = async ({ id }: Pick<Withdrawal, 'id'>) => (await getAdminWithdrawal(db, id)).holds

/** Approved, and the password was reset after that. */
async function givenStolen(options: Parameters<typeof givenWithdrawal>[1] = {}) {
  const withdrawal = await givenWithdrawal(db, options)
  await approve(withdrawal)
  await changeAccount(db, withdrawal)
  return withdrawal
}

test('bulk approval leaves what is on hold, shows why, and approves it once its time has come', async () => {
  const [held, free] = [await givenWithdrawal(db), await givenWithdrawal(db)]
  await changeAccount(db, held)
  const ids = [held.id, free.id]
  const first = await approveWithdrawals(deps, finance, { ids, limit: 10 })
  expect(first.results.map(({ outcome }) => outcome)).toEqual(['held', 'approved'])
  expect(await holdsOf(held)).toMatchObject([
    { reason: 'credentials-changed', isLiftable: true, facts: { change: 'password-reset' } },
  ])
  expect(await previewBulkApproval(deps, finance)).toMatchObject({ withdrawals: [], heldCount: 1 })
  await letHoldsAge(db, held, 72)
  expect(await previewBulkApproval(deps, finance)).toMatchObject({
    withdrawals: [{ id: held.id }],
    heldCount: 0,
  })
  const second = await approveWithdrawals(deps, finance, { ids: [held.id], limit: 10 })
  expect(second.approvedCount).toBe(1)
})

test('an individual approval lifts what a person may lift, with an entry in the audit log for each', async () => {
  const withdrawal = await givenWithdrawal(db)
  await changeAccount(db, withdrawal)
  expect(await approve(withdrawal, 'Called them')).toMatchObject({
    status: 'approved',
    payoutState: 'queued',
    holds: [],
  })
  expect(await listAudit(db, `withdrawal:${withdrawal.id}`)).toMatchObject([
    { action: 'withdrawal.hold-lifted', reason: 'Called them', before: { hold: 'credentials-changed' } },
    { action: 'withdrawal.approved' },
  ])
  await runJobs(deps)
  expect(sends).toHaveLength(1)
})

test('credentials that change between approval and sending stop the payout until the hold ends', async () => {
  const withdrawal = await givenStolen()
  await runJobs(deps)
  expect(sends).toHaveLength(0)
  expect(await getAdminWithdrawal(db, withdrawal.id)).toMatchObject({
    payoutState: 'queued',
    waitReason: 'held',
    holds: [{ reason: 'credentials-changed' }],
  })
  // Looked at again every hour, and still on hold.
  await sweepLater(deps)
  expect(sends).toHaveLength(0)
  await letHoldsAge(db, withdrawal, 72)
  await sweepHolds(deps)
  await runJobs(deps)
  expect(sends).toHaveLength(1)
  expect(await look(db, withdrawal.ref)).toMatchObject({ payoutState: 'sent', attempts: ['sent'] })
})

test('lifting the last hold sends the payout at once, lifting one of two does not', async () => {
  const withdrawal = await givenStolen()
  const { id } = withdrawal
  await changeAccount(db, withdrawal, 'email-changed')
  await runJobs(deps)
  const [first, second] = await holdsOf(withdrawal)
  const lift = (holdId = '') => liftHold(deps, finance, { id, holdId, reason: 'Called them' })
  expect((await lift(first?.id)).holds).toHaveLength(1)
  expect(await takeJobs(db)).toEqual([])
  expect((await lift(second?.id)).holds).toEqual([])
  await runJobs(deps)
  expect(sends).toHaveLength(1)
  await expect(lift(second?.id)).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
})

test('of a lift and a worker that sends at the same moment the money leaves once, and only after the lift', async () => {
  const withdrawal = await givenStolen()
  await runJobs(deps)
  const { id, ref, memberId } = withdrawal
  const holdId = theOnly(await holdsOf(withdrawal)).id
  await startTogether<unknown>(db, memberId, () => [
    liftHold(deps, finance, { id, holdId, reason: 'Called them' }),
    sendPayout(deps, ref),
  ])
  await runJobs(deps)
  expect(sends).toHaveLength(1)
  expect(await look(db, ref)).toMatchObject({ attempts: ['sent'] })
})

test('staff lift nothing of their own, nor what their own credits pay for', async () => {
  const withdrawal = await givenStolen()
  await runJobs(deps)
  const { id, memberId } = withdrawal
  const wish = { id, holdId: theOnly(await holdsOf(withdrawal)).id, reason: 'It is fine' }
  const own = { name: `member:${memberId}`, address: null }
  await expect(liftHold(deps, own, wish)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { name } = (await givenStaff(deps, { role: 'finance' })).actor
  await editEarnings(
    deps,
    { name, address: null },
    { memberId, points: 20, totalEarnings: 0, reason: 'A present' },
  )
  await expect(liftHold(deps, { name, address: null }, wish)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(sends).toHaveLength(0)
})

test('a person does not pay by hand what is on hold: not singly, not from a file, and the file leaves it out', async () => {
  const withdrawal = await givenStolen({ method: 'bank' })
  const other = await givenWithdrawal(db, { method: 'bank' })
  await approve(other)
  const { id } = withdrawal
  await expect(decideWithdrawal(deps, finance, { id, status: 'paid', adminNotes: '' })).rejects.toMatchObject(
    {
      failure: { code: 'WITHDRAWAL_HELD', params: { reason: 'credentialsChanged' } },
    },
  )
  const csv = await exportManualPayouts(deps, finance)
  expect([csv.includes(id), csv.includes(other.id)]).toEqual([false, true])
  expect((await listAudit(db, 'payouts')).at(-1)).toMatchObject({ after: { rows: 1, leftOut: 1 } })
  const file = `Withdrawal ID,Reference\n${id},${newReceipt()}\n${other.id},${newReceipt()}\n`
  const { results } = await importPayments(deps, finance, { csv: file, isDryRun: false })
  expect(results.map(({ outcome }) => outcome)).toEqual(['held', 'paid'])
  // Both asked for one account, which the payment has proven to be the other's.
  await forgetWork(db)
  await letHoldsAge(db, withdrawal, 72)
  await decideWithdrawal(deps, finance, { id, status: 'paid', adminNotes: '' })
  expect(await look(db, withdrawal.ref)).toMatchObject({ status: 'paid' })
})

test('a member in debt is not paid, before or after the approval, until it is set off', async () => {
  const withdrawal = await givenWithdrawal(db)
  await putInDebt(db, withdrawal)
  expect(await approve(withdrawal)).toMatchObject({
    status: 'approved',
    payoutState: 'queued',
    waitReason: 'held',
    holds: [{ reason: 'debt', isLiftable: false }],
  })
  const [hold] = await holdsOf(withdrawal)
  const wish = { id: withdrawal.id, holdId: hold?.id ?? '', reason: 'They promised to pay' }
  await expect(liftHold(deps, finance, wish)).rejects.toMatchObject({ code: 'WITHDRAWAL_HELD' })
  await sweepLater(deps)
  expect(sends).toHaveLength(0)
  await setDebtOff(db, withdrawal)
  await sweepLater(deps)
  expect(sends).toHaveLength(1)
})

test('a member whose group is held waits with everything, and a settled withdrawal has no holds', async () => {
  const { id, memberId } = await givenWithdrawal(db)
  const held = await db
    .transaction()
    .execute((trx) => holdUnsentWithdrawals(trx, { memberId, reason: 'cluster' }))
  expect(held).toBe(1)
  expect(await holdsOf({ id })).toMatchObject([{ reason: 'cluster', until: null }])
  await decideWithdrawal(deps, finance, { id, status: 'rejected', adminNotes: 'One person, five accounts' })
  expect(await db.selectFrom('hold').select('endReason').where('memberId', '=', memberId).execute()).toEqual([
    { endReason: 'settled' },
  ])
})
