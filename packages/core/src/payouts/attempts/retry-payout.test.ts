import { createTestDb, startTogether } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import {
  createPayoutDeps,
  createScriptedProvider,
  finance,
  forgetWork,
  givenWithdrawal,
  look,
  runJobs,
  takeJobs,
} from '../testing.ts'
import type { SendOutcome } from './payouts.ts'
import { retryPayout } from './retry-payout.ts'
import { sendPayout } from './send-payout.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

const refusal: SendOutcome = {
  outcome: 'not-sent',
  code: '400.002.02',
  reason: 'Bad request',
  stopQueue: false,
  retryable: false,
}

async function givenRefused() {
  const scripted = createScriptedProvider()
  const deps = createPayoutDeps(db, scripted.provider)
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await takeJobs(db)
  const accept = scripted.play.send
  scripted.play.send = async () => refusal
  await sendPayout(deps, ref)
  scripted.play.send = accept
  return { ...scripted, deps, id, ref }
}

test('staff can send a payout again, under a new id, if it definitely was not sent', async () => {
  const { deps, id, ref, sends } = await givenRefused()
  await expect(retryPayout(deps, finance, { id })).resolves.toMatchObject({ payoutState: 'queued' })
  await runJobs(deps)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', attempts: ['not_sent', 'sent'] })
  expect(new Set(sends.map((send) => send.originatorConversationId)).size).toBe(2)
  await expect(retryPayout(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
})

test('of concurrent retries one counts', async () => {
  const { deps, id, ref } = await givenRefused()
  const race = await startTogether(db, ref.memberId, () =>
    Array.from({ length: 5 }, () => retryPayout(deps, finance, { id })),
  )
  const refused = race.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))
  expect(refused).toEqual(Array(4).fill('WITHDRAWAL_STATE'))
  expect(await look(db, ref)).toMatchObject({ attempts: ['not_sent', 'prepared'] })
  expect(await takeJobs(db)).toHaveLength(1)
})

test('without a provider a retry changes to payment by hand', async () => {
  const { id } = await givenRefused()
  const retried = await retryPayout(createPayoutDeps(db, null), finance, { id })
  expect(retried).toMatchObject({ status: 'approved', payoutState: 'manual' })
})

test('a withdrawal that is not approved cannot be retried', async () => {
  const { id } = await givenWithdrawal(db)
  const deps = createPayoutDeps(db, createScriptedProvider().provider)
  await expect(retryPayout(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
})
