import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listAudit, startInLine } from '../../admin/testing.ts'
import { givenMember } from '../../testing.ts'
import { retryPayout } from '../attempts/retry-payout.ts'
import { beginSending, sendPayout } from '../attempts/send-payout.ts'
import { sweepPayouts } from '../attempts/sweep-payouts.ts'
import {
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  failedResult,
  finance,
  forgetWork,
  givenWithdrawal,
  letTimePass,
  look,
  runJobs,
} from '../testing.ts'
import { undoApproval } from './approval-rules.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

async function givenApproved() {
  const scripted = createScriptedProvider()
  const deps = createPayoutDeps(db, scripted.provider)
  const { id, ref, memberId } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: 'Looks right' })
  return { ...scripted, deps, id, ref, memberId }
}

test('an approval can be undone before sending, and the withdrawal waits for a decision again', async () => {
  const { deps, id, ref, sends } = await givenApproved()
  const undone = await undoApproval(deps, finance, { id })
  expect(undone).toMatchObject({
    status: 'pending',
    payoutState: null,
    adminComment: null,
    processedBy: null,
    processedAt: null,
  })
  expect(await look(db, ref)).toMatchObject({ attempts: ['not_sent'], available: 8, held: 2 })
  // The approval's job still exists, and finds nothing to send.
  await runJobs(deps)
  await letTimePass(db)
  await sweepPayouts(deps)
  await runJobs(deps)
  expect(sends).toEqual([])
})

test('the audit log names who undid an approval', async () => {
  const { deps, id } = await givenApproved()
  await undoApproval(deps, finance, { id })
  expect(await listAudit(db, `withdrawal:${id}`)).toMatchObject([
    { action: 'withdrawal.approved' },
    {
      actor: finance.name,
      action: 'withdrawal.approval-undone',
      before: { status: 'approved', payoutState: 'queued' },
      after: { status: 'pending', payoutState: null },
    },
  ])
})

test('approved again it is paid once, under a new id; undone again it is not paid', async () => {
  const { deps, id, ref, sends } = await givenApproved()
  await undoApproval(deps, finance, { id })
  const approve = () => decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await approve()
  await undoApproval(deps, finance, { id })
  await approve()
  await runJobs(deps)
  expect(sends).toHaveLength(1)
  expect(await look(db, ref)).toMatchObject({
    payoutState: 'sent',
    attempts: ['not_sent', 'not_sent', 'sent'],
  })
})

test('an approval for payment by hand can be undone until it is marked as paid', async () => {
  const deps = createPayoutDeps(db, null)
  const { id, ref } = await givenWithdrawal(db)
  const decide = (status: 'approved' | 'paid') =>
    decideWithdrawal(deps, finance, { id, status, adminNotes: '' })
  await decide('approved')
  await undoApproval(deps, finance, { id })
  await expect(decide('paid')).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  await decide('approved')
  await decide('paid')
  await expect(undoApproval(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  expect(await look(db, ref)).toMatchObject({ status: 'paid', available: 8, held: 0 })
})

test('a payout that was or may have been sent stays approved', async () => {
  for (const state of ['sending', 'sent', 'unknown', 'needs_review'] as const) {
    const { deps, id, ref } = await givenApproved()
    await sql`update payout_attempt set state = ${state}, sending_at = now() where withdrawal_id = ${id}`.execute(
      db,
    )
    await sql`update withdrawal set payout_state = ${state} where withdrawal_id = ${id}`.execute(db)
    await expect(undoApproval(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
    expect(await look(db, ref)).toMatchObject({ status: 'approved', attempts: [state] })
  }
})

test('a retried payout was sent before, and stays approved', async () => {
  const { deps, id, sends } = await givenApproved()
  await runJobs(deps)
  const [payment] = sends
  if (!payment) throw new Error('nothing was sent')
  await callBack(deps, payment.resultUrl, failedResult(payment, 'operator'))
  await runJobs(deps)
  await retryPayout(deps, finance, { id })
  await expect(undoApproval(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
})

test('undoing fails for unapproved, unknown and one’s own withdrawals', async () => {
  const deps = createPayoutDeps(db, null)
  const { id, memberId } = await givenWithdrawal(db)
  await expect(undoApproval(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  const own = { name: `member:${memberId}`, address: null }
  await expect(undoApproval(deps, own, { id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { memberId: noWithdrawal } = await givenMember(db)
  await expect(undoApproval(deps, finance, { id: noWithdrawal })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('of a worker that starts sending and an undo exactly the first succeeds', async () => {
  for (const isWorkerFirst of [true, false]) {
    const { deps, id, ref } = await givenApproved()
    const limits = await deps.economy()
    const step = { payouts: deps.payouts, secrets: deps.secrets, limits, ref: { ...ref, attemptNo: 1 } }
    const begin = () => db.transaction().execute((trx) => beginSending(trx, step))
    const undo = () => undoApproval(deps, finance, { id })
    const [first, second] = await startInLine<unknown>(
      db,
      (trx) => lockWallet(trx, ref.memberId),
      isWorkerFirst ? [begin, undo] : [undo, begin],
    )
    expect(first).toMatchObject({
      status: 'fulfilled',
      value: isWorkerFirst ? { waitMs: 0 } : { status: 'pending' },
    })
    if (isWorkerFirst) expect(second).toMatchObject({ reason: { code: 'WITHDRAWAL_STATE' } })
    else expect(second).toMatchObject({ status: 'fulfilled', value: null })
    expect(await look(db, ref)).toMatchObject(
      isWorkerFirst
        ? { status: 'approved', payoutState: 'sending', attempts: ['sending'] }
        : { status: 'pending', payoutState: null, attempts: ['not_sent'] },
    )
  }
})

test('a payout is never both sent and undone', async () => {
  for (let turn = 0; turn < 6; turn++) {
    const { deps, id, ref, memberId, sends } = await givenApproved()
    const calls = [() => sendPayout(deps, ref), () => undoApproval(deps, finance, { id })]
    if (turn % 2 === 1) calls.reverse()
    await startTogether<unknown>(db, memberId, () => calls.map((call) => call()))
    const { status, payoutState, attempts } = await look(db, ref)
    if (sends.length === 1) expect([status, payoutState, attempts]).toEqual(['approved', 'sent', ['sent']])
    else expect([status, payoutState, attempts]).toEqual(['pending', null, ['not_sent']])
  }
})

test('undone between the order and the sending, nothing is sent', async () => {
  const { deps, id, ref, play, sends } = await givenApproved()
  play.prepare = async () => {
    await undoApproval(deps, finance, { id })
    return { outcome: 'ready' }
  }
  await sendPayout(deps, ref)
  expect(sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ status: 'pending', attempts: ['not_sent'] })
})

test('an undo after sending has begun is refused, and the payment continues', async () => {
  const { deps, id, ref, play } = await givenApproved()
  const { send } = play
  const refusals: unknown[] = []
  play.send = async (payment, mayWrite) => {
    await undoApproval(deps, finance, { id }).catch((error: unknown) => refusals.push(error))
    return send(payment, mayWrite)
  }
  await sendPayout(deps, ref)
  expect(refusals).toMatchObject([{ code: 'WITHDRAWAL_STATE' }])
  expect(await look(db, ref)).toMatchObject({ status: 'approved', payoutState: 'sent', attempts: ['sent'] })
})

test('the database keeps a sent withdrawal approved', async () => {
  const { deps, id } = await givenApproved()
  await runJobs(deps)
  const reset = sql`update withdrawal set status = 'pending', payout_state = null where withdrawal_id = ${id}`
  await expect(reset.execute(db)).rejects.toThrow('stays approved')
})
