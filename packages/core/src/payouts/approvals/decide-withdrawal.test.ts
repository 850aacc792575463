import { problem } from '@chuma/contract/problems'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { listActivity } from '@chuma/db/queries/wallet/wallet'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listAudit, startInLine } from '../../admin/testing.ts'
import type { Deps } from '../../deps.ts'
import { codeOf, createMailCapture, givenMember, readRows, refusals } from '../../testing.ts'
import { retryPayout } from '../attempts/retry-payout.ts'
import { beginSending, sendPayout } from '../attempts/send-payout.ts'
import {
  approve,
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  failedResult,
  finance,
  forgetWork,
  givenApproved,
  givenSent,
  givenWithdrawal,
  look,
  paidResult,
  pay,
  reject,
  runJobs,
  sweepLater,
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
const PAY = { status: 'paid', adminNotes: '' } as const

test('an approved withdrawal without a provider waits to be paid by hand', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const approved = await approve(byHand, { id })
  expect(approved).toMatchObject({ id, status: 'approved', payoutState: 'manual', processedBy: 'fatuma' })
  expect(await look(db, ref)).toMatchObject({ available: 8, held: 2, attempts: [] })
  expect(await takeJobs(db)).toEqual([])
})

test('the member’s activity says what became of the points that a withdrawal holds', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const listLines = () => listActivity(db, ref.memberId, { limit: 25, kind: 'hold' })
  expect(await listLines()).toMatchObject([{ withdrawalStatus: 'pending' }])
  await reject(byHand, { id })
  expect(await listLines()).toMatchObject([{ withdrawalStatus: 'rejected' }])
})

test('nobody can decide their own withdrawal', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const self = { name: `member:${ref.memberId}`, address: null }
  expect(await codeOf(approve(byHand, { id }, self))).toBe('FORBIDDEN')
  expect(await codeOf(reject(byHand, { id }, self))).toBe('FORBIDDEN')
  expect(await codeOf(pay(byHand, { id }, '', self))).toBe('FORBIDDEN')
  expect(await look(db, ref)).toMatchObject({ status: 'pending', available: 8, held: 2 })
})

test('an approved M-Pesa withdrawal is queued with one prepared attempt and one job', async () => {
  const { id, ref } = await givenWithdrawal(db)
  await approve(byProvider, { id })
  expect(await look(db, ref)).toMatchObject({
    status: 'approved',
    payoutState: 'queued',
    attempts: ['prepared'],
  })
  expect(await takeJobs(db)).toEqual([{ name: 'send-payout', data: ref }])
})

test('a bank withdrawal is paid by hand even if M-Pesa has a provider', async () => {
  const { id } = await givenWithdrawal(db, { method: 'bank' })
  expect(await approve(byProvider, { id })).toMatchObject({
    payoutState: 'manual',
  })
})

test('marking as paid removes the held points, stores the reference and mails the member', async () => {
  const { id, ref, email } = await givenWithdrawal(db)
  await approve(byHand, { id })
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
  await approve(byHand, { id })
  expect(await decideWithdrawal(byHand, finance, { id, ...PAY })).toMatchObject({
    receipt: null,
    adminComment: 'Payment processed',
  })
})

test('a rejection restores the points once and gives the member the reason', async () => {
  const { id, ref } = await givenWithdrawal(db)
  await reject(byHand, { id })
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', payoutState: null, available: 10, held: 0 })
  await runJobs(byHand)
  expect(mail.sent.at(-1)).toMatchObject({
    kind: 'sendWithdrawalRejected',
    mail: { reason: 'The name does not match' },
  })
  expect(await codeOf(reject(byHand, { id }))).toBe('WITHDRAWAL_STATE')
  expect(await look(db, ref)).toMatchObject({ available: 10, held: 0 })
})

test('a rejection needs a reason', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const unexplained = { id, status: 'rejected', adminNotes: '' } as const
  await expect(decideWithdrawal(byHand, finance, unexplained)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { adminNotes: [problem('REASON_FOR_MEMBER')] },
  })
  expect(await look(db, ref)).toMatchObject({ status: 'pending', held: 2 })
})

test('a queued payout can still be rejected, and its job then sends nothing', async () => {
  const { deps, id, ref, sends } = await givenApproved(db)
  await reject(deps, { id })
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: 10, attempts: ['not_sent'] })
  await runJobs(deps)
  expect(sends).toEqual([])
})

test.each([
  ['rejected', reject, 'rejected'],
  ['undone', (deps: Deps, one: { id: string }) => undoApproval(deps, finance, one), 'pending'],
] as const)('a payout that is %s while a worker prepares it is not sent', async (_name, decide, status) => {
  const { deps, id, ref, play, sends } = await givenApproved(db)
  play.prepare = async () => {
    await decide(deps, { id })
    return { outcome: 'ready' }
  }
  await sendPayout(deps, ref)
  expect(sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ status, attempts: ['not_sent'] })
})

test.each(['sending', 'sent', 'unknown'] as const)(
  'a payout that is %s can be neither rejected, nor approved again, nor undone',
  async (state) => {
    const { deps, id, ref, play } = await givenApproved(db)
    if (state === 'sending') play.send = () => Promise.reject(new Error('killed'))
    if (state === 'unknown')
      play.send = async () => ({ outcome: 'unknown', code: '504', reason: 'no answer' })
    await sendPayout(deps, ref).catch(() => {})
    expect(await look(db, ref)).toMatchObject({ payoutState: state, attempts: [state] })
    expect(await codeOf(reject(deps, { id }))).toBe('WITHDRAWAL_STATE')
    expect(await codeOf(approve(deps, { id }))).toBe('WITHDRAWAL_STATE')
    expect(await codeOf(undoApproval(deps, finance, { id }))).toBe('WITHDRAWAL_STATE')
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
  for (const { id } of [first, second]) await approve(deps, { id })
  await runJobs(deps)
  expect(await codeOf(decideWithdrawal(deps, finance, { id: first.id, ...PAY }))).toBe('INVALID_INPUT')
  await decideWithdrawal(deps, finance, { id: first.id, status: 'paid', adminNotes: receipt })
  expect(await look(db, first.ref)).toMatchObject({ status: 'paid', receipt, held: 0, attempts: ['paid'] })
  const again = { id: second.id, status: 'paid', adminNotes: receipt.toLowerCase() } as const
  await expect(decideWithdrawal(deps, finance, again)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await look(db, second.ref)).toMatchObject({ status: 'approved', held: 2, attempts: ['unknown'] })
})

test.each(['paid', 'approved after it was approved'])(
  'a withdrawal in a different state cannot be %s',
  async (name) => {
    const { id } = await givenWithdrawal(db)
    if (name !== 'paid') await approve(byHand, { id })
    const decided = name === 'paid' ? pay(byHand, { id }) : approve(byHand, { id })
    expect(await codeOf(decided)).toBe('WITHDRAWAL_STATE')
  },
)

test('an unknown withdrawal is not found', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  expect(await codeOf(approve(byHand, { id }))).toBe('NOT_FOUND')
})

test('decisions are in the audit log, refused ones are not', async () => {
  const { id } = await givenWithdrawal(db)
  await approve(byHand, { id })
  await approve(byHand, { id }).catch(() => {})
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
    Array.from({ length: 20 }, () => approve(byProvider, { id })),
  )
  expect(refusals(race)).toEqual(Array(19).fill('WITHDRAWAL_STATE'))
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  expect(await takeJobs(db)).toHaveLength(1)
})

test('of a payment and concurrent rejections one counts, and the points move once', async () => {
  const { id, ref } = await givenWithdrawal(db)
  await approve(byHand, { id })
  const race = await startTogether(db, ref.memberId, () => [
    ...Array.from({ length: 5 }, () => reject(byHand, { id })),
    ...Array.from({ length: 5 }, () => decideWithdrawal(byHand, finance, { id, ...PAY })),
  ])
  expect(refusals(race)).toEqual(Array(9).fill('WITHDRAWAL_STATE'))
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
  const marked = await decideWithdrawal(withWait(60_000), finance, { id, ...PAY })
  expect(marked).toMatchObject({ status: 'paid', receipt: 'UKKLATE001' })
  expect(countLooks()).toBe(2)
  expect(await look(db, ref)).toMatchObject({ status: 'paid', held: 0, attempts: ['paid'] })
})

test.each([undefined, 0])(
  'without a wait (%s) a payment on its way is looked for once, and not marked as paid',
  async (settleWaitMs) => {
    const { id, withWait, countLooks } = await givenLateResult()
    const marked = decideWithdrawal(withWait(settleWaitMs), finance, { id, ...PAY })
    await expect(marked).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(countLooks()).toBe(1)
  },
)

beforeEach(() => forgetWork(db))

test('an approval can be undone before sending, and the withdrawal waits for a decision again', async () => {
  const { deps, id, ref, sends } = await givenApproved(db)
  const undone = await undoApproval(deps, finance, { id })
  expect(undone).toMatchObject({
    status: 'pending',
    payoutState: null,
    adminComment: null,
    processedBy: null,
    processedAt: null,
  })
  expect(await look(db, ref)).toMatchObject({ attempts: ['not_sent'], available: 8, held: 2 })
  expect((await listAudit(db, `withdrawal:${id}`)).at(-1)).toMatchObject({
    actor: finance.name,
    action: 'withdrawal.approval-undone',
    before: { status: 'approved', payoutState: 'queued' },
    after: { status: 'pending', payoutState: null },
  })
  // The approval's job still exists, and finds nothing to send.
  await runJobs(deps)
  await sweepLater(deps)
  expect(sends).toEqual([])
})

test('approved again it is paid once, under a new id; undone again it is not paid', async () => {
  const { deps, id, ref, sends } = await givenApproved(db)
  await undoApproval(deps, finance, { id })
  await approve(deps, { id })
  await undoApproval(deps, finance, { id })
  await approve(deps, { id })
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
  await approve(deps, { id })
  await undoApproval(deps, finance, { id })
  await expect(pay(deps, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  await approve(deps, { id })
  await pay(deps, { id })
  await expect(undoApproval(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  expect(await look(db, ref)).toMatchObject({ status: 'paid', available: 8, held: 0 })
})

test('a retried payout was sent before, and stays approved', async () => {
  const { deps, id, sends } = await givenApproved(db)
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
    const { deps, id, ref } = await givenApproved(db)
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

test('the database keeps a sent withdrawal approved', async () => {
  const { deps, id } = await givenApproved(db)
  await runJobs(deps)
  const reset = sql`update withdrawal set status = 'pending', payout_state = null where withdrawal_id = ${id}`
  await expect(reset.execute(db)).rejects.toThrow('stays approved')
})

test('of fifty concurrent rejections one restores the points', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const race = await startTogether(db, ref.memberId, () =>
    Array.from({ length: 50 }, () => reject(byHand, { id })),
  )
  expect(refusals(race)).toEqual(Array(49).fill('WITHDRAWAL_STATE'))
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: 10, held: 0 })
})

test('a concurrent approval and rejection have one outcome', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { id, ref } = await givenWithdrawal(db)
    const race = await startTogether(db, ref.memberId, () => [
      approve(byHand, { id }),
      reject(byHand, { id }),
    ])
    const [approval, rejection] = race.map((call) =>
      call.status === 'rejected' ? call.reason.code : call.status,
    )
    // An approved withdrawal can still be rejected; a rejected one is final.
    expect(rejection).toBe('fulfilled')
    expect(['fulfilled', 'WITHDRAWAL_STATE']).toContain(approval)
    const { status, available, held } = await look(db, ref)
    expect({ status, available, held }).toEqual({ status: 'rejected', available: 10, held: 0 })
    const releases = await readRows(db, 'posting', ['seq'], { memberId: ref.memberId, kind: 'release' })
    expect(releases).toHaveLength(1)
  }
})
