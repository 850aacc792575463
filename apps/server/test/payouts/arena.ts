import { AppError } from '@chuma/core/app-error'
import type { Deps } from '@chuma/core/deps'
import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import type { Payouts } from '@chuma/core/payouts/attempts/payouts'
import { retryPayout } from '@chuma/core/payouts/attempts/retry-payout'
import { sweepPayouts } from '@chuma/core/payouts/attempts/sweep-payouts'
import { resumePayoutQueue } from '@chuma/core/payouts/queue/queue'
import { finance, forgetWork, givenWithdrawal, look, takeJobs } from '@chuma/core/payouts/testing'
import { createDaraja } from '@chuma/mpesa/daraja-client'
import { type BehaviourName, behaviours } from '@chuma/mpesa/simulator/behaviours'
import { startSimulator } from '@chuma/mpesa/simulator/start-simulator'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { jobHandlers } from '../../src/jobs/job-handlers.ts'
import { connectDaraja } from '../../src/providers/rails.ts'
import { createTestApp } from '../../src/testing.ts'
import { createWorker, type OnTheWay } from './worker.ts'

type Job = Awaited<ReturnType<typeof takeJobs>>[number]
type TestApp = Awaited<ReturnType<typeof createTestApp>>
export type Run = Awaited<ReturnType<typeof startRun>>

const FLOAT_KES = 1_000_000

/** Open one server for all runs; each run has its own simulator, and so its own money. */
export async function openArena() {
  const payouts: Payouts = {
    methods: ['mpesa'],
    rails: [],
    perSecond: null,
    leaseSeconds: 60,
    checkAfterSeconds: [120],
    callbackUrl: '',
    callbackNetworks: ['127.0.0.1'],
  }
  const testApp = await createTestApp({ payouts })
  payouts.callbackUrl = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    deps: testApp.deps,
    close: testApp.close,
    start: (names: readonly BehaviourName[]) => startRun(testApp, payouts, names),
  }
}

async function startRun({ app, db, deps: base }: TestApp, terms: Payouts, names: readonly BehaviourName[]) {
  await forgetWork(db)
  const simulator = await startSimulator({
    utilityKes: FLOAT_KES,
    callbackDelayMs: 0,
    slowCallbackDelayMs: 0,
    connectionHoldMs: 0,
  })
  // Its reply waits for its callback.
  const isHeld = !names.includes('callback-first')
  if (isHeld) simulator.hold('callback')
  const daraja = createDaraja({
    baseUrl: simulator.url,
    consumerKey: 'key',
    consumerSecret: 'secret',
    shortCode: '600992',
    initiatorName: 'testapi',
    securityCredential: Buffer.alloc(256, 7).toString('base64'),
    timeoutMs: 30_000,
  })
  const deps: Deps = { ...base, payouts: { ...terms, rails: [connectDaraja('daraja', daraja)] } }
  const onTheWay: OnTheWay = []
  const payouts = await Promise.all(
    names.map(async (name, index) => {
      const mpesaNumber = `25471000${index}${behaviours[name].suffix}`.padEnd(12, '0')
      const { id, ref } = await givenWithdrawal(db, { mpesaNumber })
      await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
      return { id, ref, mpesaNumber, name }
    }),
  )
  const members = payouts.map(({ ref }) => ref.memberId)
  let done: Job[] = []

  /** Do all jobs at once, each in its own worker, until it is killed. */
  async function workOn(jobs: Job[], killAt: readonly (number | null)[]) {
    await Promise.all(
      jobs.map(({ name, data }, index) => {
        const worker = createWorker({ deps, onTheWay, killAt: killAt[index % killAt.length] ?? null })
        const context = { deps: worker.deps, log: app.log }
        return worker.work(jobHandlers[name](data, context).catch(expectWaiting))
      }),
    )
    done = jobs
  }
  const settle = (which: number, status: 'Completed' | 'Declined') => {
    for (const { originatorConversationId } of ordersTo(which))
      simulator.settle({ originatorConversationId, status })
  }
  const ordersTo = (which: number) =>
    simulator.orders().filter(({ msisdn }) => msisdn === payouts[which]?.mpesaNumber)
  const paymentsTo = (mpesaNumber: string) =>
    simulator.ledger().payments.filter(({ msisdn }) => msisdn === mpesaNumber)
  const arrive = async () => {
    for (const send of onTheWay.splice(0)) await send()
  }
  const deliver = async () => {
    simulator.release('callback')
    await simulator.idle()
    if (isHeld) simulator.hold('callback')
  }
  const letTimePass = async () => {
    await sql`update payout_attempt set lease_until = lease_until - interval '10 days',
      next_check_at = next_check_at - interval '10 days' where member_id = any(${members})`.execute(db)
    await sql`update withdrawal set waits_until = waits_until - interval '10 days'
      where waits_until is not null and member_id = any(${members})`.execute(db)
    await sql`update payout_callback_outcome set due_at = due_at - interval '10 days' where outcome is null`.execute(
      db,
    )
    await sweepPayouts(deps)
  }
  const work = async (killAt: readonly (number | null)[]) => workOn(await takeJobs(db), killAt)

  /** Staff decide from the provider's statement, after everything in flight has arrived. */
  async function judge(which: number) {
    const payout = payouts[which]
    if (!payout || (await look(db, payout.ref)).payoutState !== 'needs_review') return
    await arrive()
    settle(which, 'Declined')
    const [proof] = paymentsTo(payout.mpesaNumber)
    const decision = proof
      ? ({ status: 'paid', adminNotes: proof.receipt } as const)
      : ({ status: 'rejected', adminNotes: 'Not on the statement' } as const)
    await decideWithdrawal(deps, finance, { id: payout.id, ...decision })
  }
  const isOpen = async () => {
    const found = await Promise.all(payouts.map(({ ref }) => look(db, ref)))
    return found.some(({ status, payoutState }) => status === 'approved' && payoutState !== 'needs_review')
  }

  return {
    deps,
    payouts,
    arrive,
    deliver,
    letTimePass,
    settle,
    judge,
    work,
    /** Gives the job of a dead worker to another, and sometimes that of a live one. */
    workAgain: (killAt: readonly (number | null)[]) => workOn(done, killAt),
    /** A repeated callback about an undecided payment would be false, so there is none. */
    repeat(which: number, kind: 'result' | 'queue-timeout') {
      if (payouts[which]?.name === 'status-pending') return
      for (const { originatorConversationId } of ordersTo(which))
        simulator.deliver({ originatorConversationId, kind })
    },
    /** Staff reject an unsent payout; once it needs a review, they look at the statement first. */
    async rejectUnsent(which: number) {
      const payout = payouts[which]
      if (!payout || (await look(db, payout.ref)).payoutState === 'needs_review') return
      await decideWithdrawal(deps, finance, { id: payout.id, status: 'rejected', adminNotes: 'Changed' })
    },
    /** An impatient member, and staff who try everything they may: send again, and return points that may be in flight. */
    async pressFor(which: number) {
      const payout = payouts[which]
      if (!payout) return
      await retryPayout(deps, finance, { id: payout.id }).catch(this.expectRefusal)
      const { payoutState } = await look(db, payout.ref)
      if (payoutState === 'queued' || payoutState === 'needs_review') return
      const decision = { id: payout.id, status: 'rejected', adminNotes: 'Pressed' } as const
      await expect(decideWithdrawal(deps, finance, decision)).rejects.toThrow(AppError)
    },
    expectRefusal(error: unknown) {
      if (!(error instanceof AppError)) throw error
    },
    expectNoneTwice() {
      for (const { mpesaNumber } of payouts) expect(paymentsTo(mpesaNumber).length).toBeLessThanOrEqual(1)
    },
    /** No worker dies, the provider answers, and staff decide: now every payout must reach an end. */
    async finish() {
      simulator.setInitiator('valid')
      await arrive()
      for (const which of payouts.keys()) settle(which, 'Completed')
      for (let turn = 0; turn < 12 && (turn === 0 || (await isOpen())); turn++) {
        await resumePayoutQueue(deps, finance, { note: 'Go on' }).catch(this.expectRefusal)
        await letTimePass()
        await work([])
        await deliver()
        await work([])
      }
      for (const which of payouts.keys()) await judge(which)
    },
    async expectBooked() {
      let bookedKes = 0
      for (const { ref, mpesaNumber, name } of payouts) {
        const { status, receipt, available, held } = await look(db, ref)
        const payments = paymentsTo(mpesaNumber)
        expect([name, status, payments.length]).toEqual([
          name,
          ...(status === 'paid' ? ['paid', 1] : ['rejected', 0]),
        ])
        expect([available, held]).toEqual([status === 'paid' ? 8 : 10, 0])
        expect(payments[0]?.receipt).toBe(receipt ?? undefined)
        if (status === 'paid') bookedKes += 2000
      }
      const chargedKes = FLOAT_KES - simulator.books().utilityKes
      expect(chargedKes).toBe(bookedKes)
    },
    close: simulator.close,
  }
}

/** Only a job that waits for its next try may end with an error. */
function expectWaiting(error: unknown) {
  expect(String(error)).toMatch(/payout .* (waits|was not taken)/)
}
