import { problem } from '@chuma/contract/problems'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { listActivity } from '@chuma/db/queries/wallet/wallet'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listAudit, startInLine } from '../../admin/testing.ts'
import { codeOf, createMailCapture, givenMember, readRows } from '../../testing.ts'
import { givenSent } from '../attempts/given-sent.testing.ts'
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
  paidResult,
  runJobs,
  takeJobs,
} from '../testing.ts'
import { undoApproval } from './approval-rules.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => takeJobs(db))
const { provider } = createScriptedProvider()
const mail = createMailCapture()
const byHand = createPayoutDeps(db, null, { mail: mail.mail })
const byProvider = createPayoutDeps(db, provider, { mail: mail.mail })
const approve = { status: 'approved', adminNotes: '' } as const
const reject = { status: 'rejected', adminNotes: 'The name does not match' } as const
const pay = { status: 'paid', adminNotes: '' } as const

test('an approved withdrawal without a provider waits to be paid by hand', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const approved = await decideWithdrawal(byHand, finance, { id, ...approve })
  expect(approved).toMatchObject({ id, status: 'approved', payoutState: 'manual', processedBy: 'fatuma' })
  expect(await look(db, ref)).toMatchObject({ available: 8, held: 2, attempts: [] })
  expect(await takeJobs(db)).toEqual([])
})

test('the member’s activity says what became of the points that a withdrawal holds', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const listLines = () => listActivity(db, ref.memberId, { limit: 25, kind: 'hold' })
  expect(await listLines()).toMatchObject([{ withdrawalStatus: 'pending' }])
  await decideWithdrawal(byHand, finance, { id, ...reject })
  expect(await listLines()).toMatchObject([{ withdrawalStatus: 'rejected' }])
})

test('nobody can decide their own withdrawal', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const self = { name: `member:${ref.memberId}`, address: null }
  for (const decision of [approve, reject, pay]) {
    expect(await codeOf(decideWithdrawal(byHand, self, { id, ...decision }))).toBe('FORBIDDEN')
  }
  expect(await look(db, ref)).toMatchObject({ status: 'pending', available: 8, held: 2 })
})

test('an approved M-Pesa withdrawal is queued with one prepared attempt and one job', async () => {
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(byProvider, finance, { id, ...approve })
  expect(await look(db, ref)).toMatchObject({
    status: 'approved',
    payoutState: 'queued',
    attempts: ['prepared'],
  })
  expect(await takeJobs(db)).toEqual([{ name: 'send-payout', data: ref }])
})

test('a bank withdrawal is paid by hand even if M-Pesa has a provider', async () => {
  const { id } = await givenWithdrawal(db, { method: 'bank' })
  expect(await decideWithdrawal(byProvider, finance, { id, ...approve })).toMatchObject({
    payoutState: 'manual',
  })
})

test('marking as paid removes the held points, stores the reference and mails the member', async () => {
  const { id, ref, email } = await givenWithdrawal(db)
  await decideWithdrawal(byHand, finance, { id, ...approve })
  const paid = await decideWithdrawal(byHand, finance, { id, status: 'paid', adminNotes: 'UKK7KCB007' })
  expect(paid).toMatchObject({ status: 'paid', receipt: 'UKK7KCB007', adminComment: 'UKK7KCB007' })
  expect(await look(db, ref)).toMatchObject({ available: 8, held: 0 })
  expect(await runJobs(byHand)).toEqual([])
  expect(mail.sent.at(-1)).toEqual({
    kind: 'sendWithdrawalPaid',
    mail: { to: email, firstName: 'Amina', amountKes: 2000, points: 2, taxKes: 0, receipt: 'UKK7KCB007' },
  })
})

test('a payment by hand without a reference gets the default note', async () => {
  const { id } = await givenWithdrawal(db)
  await decideWithdrawal(byHand, finance, { id, ...approve })
  expect(await decideWithdrawal(byHand, finance, { id, ...pay })).toMatchObject({
    receipt: null,
    adminComment: 'Payment processed',
  })
})

test('a rejection restores the points once and gives the member the reason', async () => {
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(byHand, finance, { id, ...reject })
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', payoutState: null, available: 10, held: 0 })
  await runJobs(byHand)
  expect(mail.sent.at(-1)).toMatchObject({
    kind: 'sendWithdrawalRejected',
    mail: { reason: 'The name does not match' },
  })
  expect(await codeOf(decideWithdrawal(byHand, finance, { id, ...reject }))).toBe('WITHDRAWAL_STATE')
  expect(await look(db, ref)).toMatchObject({ available: 10, held: 0 })
})

test('a rejection needs a reason', async () => {
  const { id, ref } = await givenWithdrawal(db)
  await expect(decideWithdrawal(byHand, finance, { id, ...reject, adminNotes: '' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { adminNotes: [problem('REASON_FOR_MEMBER')] },
  })
  expect(await look(db, ref)).toMatchObject({ status: 'pending', held: 2 })
})

test('a queued payout can still be rejected, and its job then sends nothing', async () => {
  const { provider, sends } = createScriptedProvider()
  const deps = createPayoutDeps(db, provider)
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, ...approve })
  await decideWithdrawal(deps, finance, { id, ...reject })
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: 10, attempts: ['not_sent'] })
  await runJobs(deps)
  expect(sends).toEqual([])
})

test('a rejection while a worker prepares a payout prevents sending', async () => {
  const { provider, play, sends } = createScriptedProvider()
  const deps = createPayoutDeps(db, provider)
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, ...approve })
  play.prepare = async () => {
    await decideWithdrawal(deps, finance, { id, ...reject })
    return { outcome: 'ready' }
  }
  await sendPayout(deps, ref)
  expect(sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: 10, attempts: ['not_sent'] })
})

test.each(['sending', 'sent', 'unknown'] as const)(
  'a payout that is %s can be neither rejected nor approved again',
  async (state) => {
    const { provider, play } = createScriptedProvider()
    const deps = createPayoutDeps(db, provider)
    const { id, ref } = await givenWithdrawal(db)
    await decideWithdrawal(deps, finance, { id, ...approve })
    if (state === 'sending') play.send = () => Promise.reject(new Error('killed'))
    if (state === 'unknown')
      play.send = async () => ({ outcome: 'unknown', code: '504', reason: 'no answer' })
    await sendPayout(deps, ref).catch(() => {})
    expect(await look(db, ref)).toMatchObject({ payoutState: state, attempts: [state] })
    for (const decision of [reject, approve]) {
      expect(await codeOf(decideWithdrawal(deps, finance, { id, ...decision }))).toBe('WITHDRAWAL_STATE')
    }
    expect(await look(db, ref)).toMatchObject({ payoutState: state, available: 8, held: 2 })
  },
)

test('a payout with an unknown result is marked as paid only with a receipt, and no receipt counts twice', async () => {
  const { provider } = createScriptedProvider({
    send: async () => ({ outcome: 'unknown', code: '504', reason: '' }),
  })
  const deps = createPayoutDeps(db, provider)
  const receipt = 'UKK4XYZ12A'
  const [first, second] = [await givenWithdrawal(db), await givenWithdrawal(db)]
  for (const { id } of [first, second]) await decideWithdrawal(deps, finance, { id, ...approve })
  await runJobs(deps)
  expect(await codeOf(decideWithdrawal(deps, finance, { id: first.id, ...pay }))).toBe('INVALID_INPUT')
  await decideWithdrawal(deps, finance, { id: first.id, status: 'paid', adminNotes: receipt })
  expect(await look(db, first.ref)).toMatchObject({ status: 'paid', receipt, held: 0, attempts: ['paid'] })
  const again = { id: second.id, status: 'paid', adminNotes: receipt.toLowerCase() } as const
  await expect(decideWithdrawal(deps, finance, again)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await look(db, second.ref)).toMatchObject({ status: 'approved', held: 2, attempts: ['unknown'] })
})

test.each([
  ['paid', pay],
  ['approved after it was approved', approve],
])('a withdrawal in a different state cannot be %s', async (name, decision) => {
  const { id } = await givenWithdrawal(db)
  if (name !== 'paid') await decideWithdrawal(byHand, finance, { id, ...approve })
  expect(await codeOf(decideWithdrawal(byHand, finance, { id, ...decision }))).toBe('WITHDRAWAL_STATE')
})

test('an unknown withdrawal is not found', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  expect(await codeOf(decideWithdrawal(byHand, finance, { id, ...approve }))).toBe('NOT_FOUND')
})

test('decisions are in the audit log, refused ones are not', async () => {
  const { id } = await givenWithdrawal(db)
  await decideWithdrawal(byHand, finance, { id, ...approve })
  await decideWithdrawal(byHand, finance, { id, ...approve }).catch(() => {})
  const entries = await readRows(db, 'auditEntry', ['actor', 'action', 'before', 'after'], {
    subject: `withdrawal:${id}`,
  })
  expect(entries).toEqual([
    {
      actor: 'staff:fatuma',
      action: 'withdrawal.approved',
      before: { status: 'pending', payoutState: null },
      after: { status: 'approved', payoutState: 'manual', receipt: null, amountKes: 2000 },
    },
  ])
})

test('of twenty concurrent approvals one counts, with one attempt and one job', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const race = await startTogether(db, ref.memberId, () =>
    Array.from({ length: 20 }, () => decideWithdrawal(byProvider, finance, { id, ...approve })),
  )
  const refused = race.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))
  expect(refused).toEqual(Array(19).fill('WITHDRAWAL_STATE'))
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  expect(await takeJobs(db)).toHaveLength(1)
})

test('of a payment and concurrent rejections one counts, and the points move once', async () => {
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(byHand, finance, { id, ...approve })
  const race = await startTogether(db, ref.memberId, () => [
    ...Array.from({ length: 5 }, () => decideWithdrawal(byHand, finance, { id, ...reject })),
    ...Array.from({ length: 5 }, () => decideWithdrawal(byHand, finance, { id, ...pay })),
  ])
  const refused = race.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))
  expect(refused).toEqual(Array(9).fill('WITHDRAWAL_STATE'))
  const { status, available, held } = await look(db, ref)
  expect([
    { status: 'rejected', available: 10, held: 0 },
    { status: 'paid', available: 8, held: 0 },
  ]).toContainEqual({ status, available, held })
})

/** A payment on its way whose result arrives right after a decision has looked for it once. */
async function givenLateResult() {
  const sent = await givenSent(db)
  let looks = 0
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const isLook = result.rows.some((row) => 'isPaidByProvider' in (row as object))
      if (isLook && looks++ === 0) await sent.say(paidResult(sent.payment, 'UKKLATE001'))
      return result
    },
  })
  const withWait = (settleWaitMs: number | undefined) => ({
    ...sent.deps,
    db: watched,
    payouts: { ...sent.deps.payouts, ...(settleWaitMs !== undefined && { settleWaitMs }) },
  })
  return { ...sent, withWait, countLooks: () => looks }
}

test('marking as paid waits for the result of a payment on its way', async () => {
  const { id, ref, withWait, countLooks } = await givenLateResult()
  const marked = await decideWithdrawal(withWait(60_000), finance, { id, ...pay })
  expect(marked).toMatchObject({ status: 'paid', receipt: 'UKKLATE001' })
  expect(countLooks()).toBe(2)
  expect(await look(db, ref)).toMatchObject({ status: 'paid', held: 0, attempts: ['paid'] })
})

test.each([undefined, 0])(
  'without a wait (%s) a payment on its way is looked for once, and not marked as paid',
  async (settleWaitMs) => {
    const { id, withWait, countLooks } = await givenLateResult()
    const marked = decideWithdrawal(withWait(settleWaitMs), finance, { id, ...pay })
    await expect(marked).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(countLooks()).toBe(1)
  },
)

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
