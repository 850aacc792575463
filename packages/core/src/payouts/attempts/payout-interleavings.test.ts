import { getAdminWithdrawal } from '@chuma/db/queries/payouts/admin-withdrawals'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { createTestDb, tries } from '@chuma/db/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { verifyLedger } from '../../books/verify-ledger.ts'
import type { Deps } from '../../deps.ts'
import { readRows } from '../../testing.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { evaluateHolds } from '../holds/hold-rules.ts'
import { liftHold, sweepHolds } from '../holds/review-holds.ts'
import { changeAccount, letHoldsAge } from '../holds/testing.ts'
import { resumePayoutQueue, stopPayoutQueue } from '../queue/queue.ts'
import {
  approve,
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  failedResult,
  finance,
  forgetWork,
  givenWithdrawal,
  letTimePass,
  look,
  newReceipt,
  paidResult,
  runJobs,
  takeJobs,
} from '../testing.ts'
import { lockPayout, type Payment, type SendOutcome } from './payouts.ts'
import { retryPayout } from './retry-payout.ts'
import { sweepPayouts } from './sweep-payouts.ts'

const { db, close } = await createTestDb()
afterAll(close)

type Plan = {
  send:
    | 'accepted'
    | 'accepted, call-back first'
    | 'taken, reply lost'
    | 'on its way, reply lost'
    | 'dropped, reply lost'
    | 'busy'
    | 'refused'
    | 'locked out'
    | 'killed before it left'
    | 'killed after it was taken'
  fate: 'paid' | 'member' | 'operator' | 'busy'
}
type Step =
  | 'work'
  | 'lose jobs'
  | 'time'
  | 'arrive'
  | 'result'
  | 'timeout'
  | 'answer'
  | 'retry'
  | 'judge'
  | 'stop'
  | 'resume'
  | 'steal'
  | 'lift'
  | 'holds end'

/** A provider with its own ledger: it executes each id once, and its queries always tell the truth. */
async function createWorld(plans: Plan[]) {
  const orders = new Map<string, { payment: Payment; fate: Plan['fate']; receipt: string }>()
  const { provider, play, queries } = createScriptedProvider()
  const deps = createPayoutDeps(db, provider)
  const { id, ref } = await givenWithdrawal(db)
  await approve(deps, { id })

  const truth = (originatorConversationId: string) => {
    const order = orders.get(originatorConversationId)
    if (!order) return { code: 'SFC_IC0003', description: 'Not found.', verdict: 'unknown' as const }
    return order.fate === 'paid'
      ? paidResult(order.payment, order.receipt)
      : failedResult(order.payment, order.fate)
  }
  const tell = async (payment: Payment) => {
    const said = truth(payment.originatorConversationId)
    if (said.verdict !== 'unknown') await callBack(deps, payment.resultUrl, said)
  }
  const onTheWay: (() => void)[] = []
  const arrive = () => {
    for (const take of onTheWay.splice(0)) take()
  }
  /** How often money was sent while something held it. */
  let sentOnHold = 0
  play.send = async (payment) => {
    if ((await listOpen(deps, ref)).length > 0) sentOnHold++
    const { send, fate } = plans.shift() ?? { send: 'accepted', fate: 'paid' }
    const refusal = { outcome: 'not-sent', code: '500.003.02', reason: 'Busy', stopQueue: false } as const
    if (send === 'busy') return { ...refusal, retryable: true }
    if (send === 'refused') return { ...refusal, retryable: false }
    if (send === 'locked out') return { ...refusal, retryable: true, stopQueue: true }
    if (send === 'killed before it left') throw new Error('killed')
    const lost: SendOutcome = { outcome: 'unknown', code: '500.002.1001', reason: 'Duplicate or lost' }
    if (send === 'dropped, reply lost' || orders.has(payment.originatorConversationId)) return lost
    const take = () => orders.set(payment.originatorConversationId, { payment, fate, receipt: newReceipt() })
    if (send === 'on its way, reply lost') {
      onTheWay.push(take)
      return lost
    }
    take()
    if (send === 'killed after it was taken') throw new Error('killed')
    if (send === 'taken, reply lost') return lost
    if (send === 'accepted, call-back first') await tell(payment)
    return { outcome: 'accepted', conversationId: `AG_${payment.originatorConversationId}` }
  }
  const paid = () => [...orders.values()].filter((order) => order.fate === 'paid')
  return { deps, id, ref, orders, queries, truth, tell, arrive, paid, sentOnHold: () => sentOnHold }
}

function listOpen(deps: Deps, ref: WithdrawalRef) {
  return db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, ref)
    return (await evaluateHolds(trx, { deps, payout, terms: await deps.economy() })).open
  })
}

/** Staff lift every hold that they see. */
async function lift({ deps, id }: World) {
  for (const { id: holdId } of (await getAdminWithdrawal(db, id)).holds)
    await liftHold(deps, finance, { id, holdId, reason: 'Called the member' }).catch(() => {})
}

type World = Awaited<ReturnType<typeof createWorld>>

async function answer({ deps, queries, truth }: World) {
  for (const query of queries) await callBack(deps, query.resultUrl, truth(query.originatorConversationId))
}

/** Staff with the provider's statement, after everything on its way has arrived. */
async function judge({ deps, id, ref, arrive, paid }: World) {
  const { payoutState } = await look(db, ref)
  if (payoutState !== 'needs_review') return
  arrive()
  const [proof] = paid()
  const decision = proof
    ? ({ status: 'paid', adminNotes: proof.receipt } as const)
    : ({ status: 'rejected', adminNotes: 'Not on the statement' } as const)
  await decideWithdrawal(deps, finance, { id, ...decision })
}

const OVER = ['paid', 'failed', 'needs_review', null]

async function isOver({ ref }: World): Promise<boolean> {
  return OVER.includes((await look(db, ref)).payoutState)
}

async function take(world: World, step: Step) {
  const { deps, id, orders } = world
  if (step === 'work') await runJobs(deps)
  if (step === 'lose jobs') await takeJobs(db)
  if (step === 'time') await letTimePass(db)
  if (step === 'time') await sweepPayouts(deps)
  if (step === 'arrive') world.arrive()
  if (step === 'result') for (const { payment } of orders.values()) await world.tell(payment)
  if (step === 'timeout')
    for (const { payment } of orders.values()) await callBack(deps, payment.timeoutUrl, '')
  if (step === 'answer') await answer(world)
  if (step === 'retry') await retryPayout(deps, finance, { id }).catch(() => {})
  if (step === 'judge') await judge(world)
  if (step === 'stop') await stopPayoutQueue(deps, finance, { reason: 'Stop' }).catch(() => {})
  if (step === 'steal') await changeAccount(db, world.ref)
  if (step === 'lift') await lift(world)
  if (step === 'holds end') await letHoldsAge(db, world.ref, 72)
  if (step === 'holds end') await sweepHolds(deps)
  if (step === 'resume') await resumePayoutQueue(deps, finance, { note: 'Go on' }).catch(() => {})
}

/** Pick each value as often as its weight says. */
function oneOf<T extends string>(weights: Record<T, number>) {
  const entries = Object.entries<number>(weights) as [T, number][]
  return fc.oneof(...entries.map(([value, weight]) => ({ weight, arbitrary: fc.constant(value) })))
}

// Weighted towards what makes an engine send again, or return points of a paid withdrawal.
const plan = fc.record<Plan>({
  send: oneOf<Plan['send']>({
    accepted: 1,
    'accepted, call-back first': 1,
    'taken, reply lost': 3,
    'on its way, reply lost': 3,
    'dropped, reply lost': 1,
    busy: 2,
    refused: 1,
    'locked out': 1,
    'killed before it left': 2,
    'killed after it was taken': 3,
  }),
  fate: oneOf<Plan['fate']>({ paid: 3, member: 1, operator: 2, busy: 2 }),
})
const step = oneOf<Step>({
  work: 5,
  'lose jobs': 1,
  time: 4,
  arrive: 1,
  result: 1,
  timeout: 1,
  answer: 3,
  retry: 4,
  judge: 1,
  stop: 1,
  resume: 2,
  steal: 3,
  lift: 2,
  'holds end': 1,
})

test('any sequence of failures pays a withdrawal at most once, and the books agree with the provider', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: 1, maxLength: 4 }),
      fc.array(step, { minLength: 4, maxLength: 16 }),
      async (plans, steps) => {
        await forgetWork(db)
        const world = await createWorld([...plans])
        for (const step of steps) await take(world, step)
        world.arrive()
        // The number of attempts and queries of a payout that only meets traffic.
        for (let turn = 0; turn < 4 || (turn < 14 && !(await isOver(world))); turn++)
          for (const step of ['resume', 'holds end', 'time', 'work', 'answer'] as const)
            await take(world, step)

        const { status, payoutState } = await look(db, world.ref)
        const payouts = await readRows(db, 'posting', ['seq'], {
          memberId: world.ref.memberId,
          kind: 'payout',
        })
        expect(world.paid().length).toBeLessThanOrEqual(1)
        expect(world.sentOnHold()).toBe(0)
        expect(payouts).toHaveLength(status === 'paid' ? 1 : 0)
        if (status === 'paid') expect(world.paid()).toHaveLength(1)
        if (status === 'rejected') expect(world.paid()).toEqual([])
        // No payout is forgotten: it has ended, or staff have it.
        expect(OVER).toContain(payoutState)
        expect(await verifyLedger(world.deps)).toMatchObject({ ok: true, findings: [] })
      },
    ),
    { numRuns: tries({ short: 15, long: 80 }) },
  )
}, 120_000)
