import { problem } from '@chuma/contract/problems'
import { listActivity } from '@chuma/db/queries/wallet/wallet'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createMailCapture } from '../../testing.ts'
import { givenSent } from '../attempts/given-sent.testing.ts'
import { sendPayout } from '../attempts/send-payout.ts'
import {
  createPayoutDeps,
  createScriptedProvider,
  finance,
  givenWithdrawal,
  look,
  paidResult,
  runJobs,
  takeJobs,
} from '../testing.ts'
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
    await expect(decideWithdrawal(byHand, self, { id, ...decision })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
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
  await expect(decideWithdrawal(byHand, finance, { id, ...reject })).rejects.toMatchObject({
    code: 'WITHDRAWAL_STATE',
  })
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
      await expect(decideWithdrawal(deps, finance, { id, ...decision })).rejects.toMatchObject({
        code: 'WITHDRAWAL_STATE',
      })
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
  await expect(decideWithdrawal(deps, finance, { id: first.id, ...pay })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
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
  await expect(decideWithdrawal(byHand, finance, { id, ...decision })).rejects.toMatchObject({
    code: 'WITHDRAWAL_STATE',
  })
})

test('an unknown withdrawal is not found', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  await expect(decideWithdrawal(byHand, finance, { id, ...approve })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('decisions are in the audit log, refused ones are not', async () => {
  const { id } = await givenWithdrawal(db)
  await decideWithdrawal(byHand, finance, { id, ...approve })
  await decideWithdrawal(byHand, finance, { id, ...approve }).catch(() => {})
  const entries = await db
    .selectFrom('auditEntry')
    .select(['actor', 'action', 'before', 'after'])
    .where('subject', '=', `withdrawal:${id}`)
    .execute()
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
