import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { undoApproval } from '../approvals/approval-rules.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { scriptedPayouts } from '../scripted-payouts.testing.ts'
import {
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  finance,
  forgetWork,
  givenWithdrawal,
  letTimePass,
  look,
  newReceipt,
  paidResult,
  runJobs,
} from '../testing.ts'
import type { Payment, SendOutcome } from './payouts.ts'
import { retryPayout } from './retry-payout.ts'
import { sendPayout } from './send-payout.ts'
import { sweepPayouts } from './sweep-payouts.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

const BUSY: SendOutcome = {
  outcome: 'not-sent',
  code: '500.003.02',
  reason: 'System is busy',
  stopQueue: false,
  retryable: true,
  isBusy: true,
}

const REFUSED: SendOutcome = {
  outcome: 'not-sent',
  code: '400.002.02',
  reason: 'Bad Request - Invalid Amount',
  stopQueue: false,
  retryable: false,
}

/** A withdrawal whose provider took the payment, and answered that it was busy. */
async function givenTakenWhileBusy() {
  const { provider, play, queries } = createScriptedProvider()
  const old = { ...provider, name: 'old' }
  const deps = createPayoutDeps(db, old)
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  const taken: Payment[] = []
  play.send = async (payment) => {
    taken.push(payment)
    return BUSY
  }
  await expect(sendPayout(deps, ref)).rejects.toThrow('was not taken')
  await forgetWork(db)
  const next = createScriptedProvider()
  const rails = [
    { ...next.provider, name: 'next' },
    { ...old, isRetired: true },
  ]
  const replaced = createPayoutDeps(db, null, { payouts: { ...scriptedPayouts(null), rails } })
  return { id, ref, deps, play, queries, taken, replaced, next }
}

test('a busy provider is asked again with the same id', async () => {
  const { deps, ref, play, taken } = await givenTakenWhileBusy()
  play.send = async (payment) => {
    taken.push(payment)
    return { outcome: 'accepted', conversationId: 'AG_1' }
  }
  await sendPayout(deps, ref)
  expect(new Set(taken.map(({ originatorConversationId }) => originatorConversationId)).size).toBe(1)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', attempts: ['sent'] })
})

test('when another provider takes over, the busy one is queried and the other is not asked', async () => {
  const { replaced, ref, queries, taken, next } = await givenTakenWhileBusy()
  await sendPayout(replaced, ref)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'unknown', attempts: ['unknown'] })
  await letTimePass(db)
  await sweepPayouts(replaced)
  await runJobs(replaced)
  expect(queries).toMatchObject([{ originatorConversationId: taken[0]?.originatorConversationId }])
  const receipt = newReceipt()
  const [payment] = taken
  const [query] = queries
  if (!payment || !query) throw new Error('nothing was asked')
  await callBack(replaced, query.resultUrl, paidResult(payment, receipt))
  await runJobs(replaced)
  expect(next.sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ status: 'paid', attempts: ['paid'] })
})

test('when no provider is left, a person finds out before anyone pays by hand', async () => {
  const { ref } = await givenTakenWhileBusy()
  const byHand = createPayoutDeps(db, null)
  await sendPayout(byHand, ref)
  await letTimePass(db)
  await sweepPayouts(byHand)
  await runJobs(byHand)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', attempts: ['needs_review'] })
})

test('its approval is not undone, and it is not rejected', async () => {
  const { deps, id, ref } = await givenTakenWhileBusy()
  await expect(undoApproval(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  const rejection = { id, status: 'rejected', adminNotes: 'The name differs' } as const
  await expect(decideWithdrawal(deps, finance, rejection)).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', held: 2, attempts: ['prepared'] })
})

test('if it refuses the payment the second time, a person finds out, and no new attempt begins before', async () => {
  const { deps, id, ref, play } = await givenTakenWhileBusy()
  play.send = async () => REFUSED
  await sendPayout(deps, ref)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', attempts: ['needs_review'] })
  await expect(retryPayout(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
})

test('the database does not make it pending either', async () => {
  const { ref } = await givenTakenWhileBusy()
  await sql`update payout_attempt set state = 'not_sent', settled_at = now(), next_check_at = null, lease_until = null
    where withdrawal_id = ${ref.withdrawalId}`.execute(db)
  const reset = sql`update withdrawal set status = 'pending', payout_state = null where withdrawal_id = ${ref.withdrawalId}`
  await expect(reset.execute(db)).rejects.toThrow('stays approved')
})
