import { randomInt, randomUUID } from 'node:crypto'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { takeJobs } from '../payouts/testing.ts'
import { createMailCapture, createTestDeps, givenMember } from '../testing.ts'
import type { Collector, Push, PushResult, PushStatus } from './collector.ts'
import { getPremium } from './own-premium.ts'
import { payPremium, pushPremiumPayment, sweepPremium } from './payments.ts'
import {
  checkPremiumPayment,
  processPremiumCallback,
  sendPremiumEnding,
  sendPremiumStarted,
} from './process-premium-callback.ts'
import { receivePremiumCallback } from './receive-premium-callback.ts'

/** Plays the test's script, records the calls, and parses bodies that contain a result as JSON. */
export function createScriptedCollector(script: Partial<Collector> = {}) {
  const pushes: (Push & { checkoutRequestId: string })[] = []
  const play: Pick<Collector, 'push' | 'query'> = {
    push: async () => ({
      outcome: 'accepted',
      merchantRequestId: randomUUID(),
      checkoutRequestId: pushes.at(-1)?.checkoutRequestId ?? '',
    }),
    query: async () => ({
      outcome: 'pending',
      code: '500.001.1001',
      reason: 'The transaction is being processed',
    }),
    ...script,
  }
  const collector: Collector = {
    name: 'scripted',
    push: (push) => {
      pushes.push({ ...push, checkoutRequestId: `ws_CO_${randomUUID()}` })
      return play.push(push)
    },
    query: (checkoutRequestId) => play.query(checkoutRequestId),
    parseCallback: (body) => {
      try {
        return { ok: true, value: JSON.parse(body.toString()) as PushResult }
      } catch {
        return { ok: false, reason: 'no JSON' }
      }
    },
  }
  return { collector, play, pushes }
}

export function createPremiumDeps(db: Db, collector: Collector | null) {
  const { mail, sent } = createMailCapture()
  return { deps: createTestDeps(db, { collector, mail }), sent }
}

/** Run every waiting premium job and those that it queues. Returns what jobs threw. */
export async function runPremiumJobs(deps: Deps): Promise<unknown[]> {
  const handlers: Record<string, (data: never) => Promise<void>> = {
    'push-premium-payment': (data) => pushPremiumPayment(deps, data),
    'check-premium-payment': (data) => checkPremiumPayment(deps, data),
    'process-premium-callback': (data) => processPremiumCallback(deps, data),
    'send-premium-started': (data) => sendPremiumStarted(deps, data),
    'send-premium-ending': (data) => sendPremiumEnding(deps, data),
  }
  const errors: unknown[] = []
  for (let jobs = await takeJobs(deps.db); jobs.length > 0; jobs = await takeJobs(deps.db)) {
    for (const { name, data } of jobs) await handlers[name]?.(data).catch((error) => errors.push(error))
  }
  return errors
}

export const paid: PushStatus = { outcome: 'paid' }
export const cancelled: PushStatus = { outcome: 'failed', code: '1032', description: 'You cancelled it.' }

/** Post a callback about the latest push. */
export function callBack(deps: Deps, push: Push | undefined, said: Partial<PushResult> & { raw?: string }) {
  const { raw, ...result } = said
  const token = push?.callbackUrl.split('/').at(-1) ?? ''
  const body = Buffer.from(
    raw ?? JSON.stringify({ code: '0', isPaid: true, description: 'Paid.', ...result }),
  )
  return receivePremiumCallback(deps, { token, body, address: '127.0.0.1' })
}

/** Make everything that waits due. */
export async function letPremiumTimePass(db: Db): Promise<void> {
  await sql`update premium_payment set next_check_at = clock_timestamp() where next_check_at is not null`.execute(
    db,
  )
}

export const newNumber = () => `2547${String(randomInt(100_000_000)).padStart(8, '0')}`

/** Let every wait pass, sweep, and run the jobs that the sweep finds. */
export async function sweepPremiumLater(deps: Deps, times = 1): Promise<void> {
  for (let turn = 0; turn < times; turn++) {
    await letPremiumTimePass(deps.db)
    await sweepPremium(deps)
    await runPremiumJobs(deps)
  }
}

/** A member who asked to pay; no prompt has left yet. `say` posts a callback about the latest prompt and runs its jobs. */
export async function givenAsked(db: Db, script: Partial<Collector> = {}, months = 1) {
  const { collector, play, pushes } = createScriptedCollector(script)
  const { deps, sent } = createPremiumDeps(db, collector)
  const member = await givenMember(db)
  const payment = await payPremium(deps, member, { mpesaNumber: newNumber(), months })
  const ref = { memberId: member.memberId, paymentId: payment.id }
  const standing = () => getPremium(deps, member)
  const look = async () => (await standing()).payment
  const checkoutId = () => pushes.at(-1)?.checkoutRequestId ?? ''
  const say = async (receipt: string, said: Partial<PushResult> = {}) => {
    const result = { checkoutRequestId: checkoutId(), receipt, amountKes: 1000, ...said }
    await callBack(deps, pushes.at(-1), result)
    return runPremiumJobs(deps)
  }
  return { deps, sent, member, payment, ref, play, pushes, checkoutId, say, look, standing }
}

/** A member who asked to pay for a month, with the prompt on their phone. */
export async function givenPremiumPayment(db: Db, months = 1) {
  const asked = await givenAsked(db, {}, months)
  await runPremiumJobs(asked.deps)
  return asked
}

export const daysLeft = (until: Date | null) => ((until?.getTime() ?? 0) - Date.now()) / 86_400_000

/** Finish the jobs and the sweep's work before the next test. */
export async function forgetPremiumWork(db: Db): Promise<void> {
  await takeJobs(db)
  await sql`update premium_payment set next_check_at = null where next_check_at is not null`.execute(db)
}
