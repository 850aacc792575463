import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { AppError } from '../../src/app-error.ts'
import { undoApproval } from '../../src/payouts/approvals/approval-rules.ts'
import { decideWithdrawal } from '../../src/payouts/approvals/decide-withdrawal.ts'
import { retryPayout } from '../../src/payouts/attempts/retry-payout.ts'
import { sweepPayouts } from '../../src/payouts/attempts/sweep-payouts.ts'
import { resumePayoutQueue, stopPayoutQueue } from '../../src/payouts/queue/queue.ts'
import { callBack, letTimePass, look, newReceipt, runJobs, takeJobs } from '../../src/payouts/testing.ts'
import { cancelWithdrawal, requestWithdrawal } from '../../src/payouts/withdrawals.ts'
import { addUp, endDay } from './business-days.ts'
import { earn, takeBack } from './partner-steps.ts'
import { correct, importStatementOf, workDesk, writeOff } from './staff-steps.ts'
import {
  depsOf,
  LOW_LIMIT_KES,
  NO_LIMIT,
  nextRate,
  payByHandFrom,
  switchProvider,
  type World,
} from './world.ts'

/** How often each is taken. */
export const WEIGHTS = {
  ask: 6,
  'ask for a bank transfer': 2,
  cancel: 1,
  approve: 8,
  reject: 2,
  undo: 1,
  'pay by hand': 2,
  'pay after a rejection': 1,
  retry: 3,
  judge: 2,
  work: 8,
  'lose jobs': 1,
  time: 4,
  arrive: 1,
  results: 2,
  timeouts: 1,
  answers: 3,
  'second thoughts': 2,
  stop: 1,
  resume: 3,
  'switch provider': 4,
  'retire providers': 1,
  'remove providers': 1,
  earn: 2,
  'take back': 2,
  statement: 2,
  desk: 2,
  'write off': 1,
  'end the day': 2,
  'add up': 1,
  'change the rate': 1,
  'lower the limit': 1,
  'raise the limit': 4,
} as const
export type StepName = keyof typeof WEIGHTS
/** `who`: which member, or whose newest withdrawal. */
export type Step = { name: StepName; who: number }

/** A refusal is an answer like any other; everything else is a bug. */
async function orRefused(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Take a step, with whatever it finds. */
export async function take(world: World, { name, who }: Step): Promise<void> {
  await orRefused(() => DO[name](world, who % world.people.length))
}

type Do = (world: World, who: number) => Promise<unknown>

const DO: Record<StepName, Do> = {
  ask: (world, who) => ask(world, who, 'mpesa'),
  'ask for a bank transfer': (world, who) => ask(world, who, 'bank'),
  cancel: (world, who) =>
    cancelWithdrawal(depsOf(world), personOf(world, who).member, { id: newest(world, who) }),
  approve: (world, who) => decide(world, who, { status: 'approved', adminNotes: '' }),
  reject: (world, who) => decide(world, who, { status: 'rejected', adminNotes: 'The name differs' }),
  undo: (world, who) => undoApproval(depsOf(world), world.amina, { id: newest(world, who) }),
  'pay by hand': payByHand,
  'pay after a rejection': payRejected,
  retry: (world, who) => retryPayout(depsOf(world), world.amina, { id: newest(world, who) }),
  judge,
  work: (world) => runJobs(depsOf(world)),
  'lose jobs': ({ db }) => takeJobs(db),
  time: async (world) => {
    await letTimePass(world.db)
    await sweepPayouts(depsOf(world))
  },
  arrive: async ({ books }) => {
    for (const book of books) book.arrive()
  },
  results: async (world) => {
    for (const { orders, answer } of world.books)
      for (const [id, { payment }] of orders) await callBack(depsOf(world), payment.resultUrl, answer(id))
  },
  timeouts: async (world) => {
    for (const { orders } of world.books)
      for (const { payment } of orders.values()) await callBack(depsOf(world), payment.timeoutUrl, '')
  },
  answers: async (world) => {
    for (const { queries, answer } of world.books)
      for (const { resultUrl, originatorConversationId } of queries)
        await callBack(depsOf(world), resultUrl, answer(originatorConversationId))
  },
  'second thoughts': async ({ books }) => {
    for (const book of books) book.haveSecondThoughts()
  },
  stop: (world) => stopPayoutQueue(depsOf(world), world.amina, { reason: 'Stop' }),
  resume: (world) => resumePayoutQueue(depsOf(world), world.amina, { note: 'Go on' }),
  'switch provider': async (world, who) => switchProvider(world, who + 1),
  'retire providers': async (world) => payByHandFrom(world, { areGone: false }),
  'remove providers': async (world) => payByHandFrom(world, { areGone: true }),
  earn,
  'take back': takeBack,
  statement: importStatementOf,
  desk: workDesk,
  'write off': writeOff,
  'end the day': endDay,
  'add up': addUp,
  'change the rate': nextRate,
  'lower the limit': async ({ terms }) => void Object.assign(terms, { dailyPayoutLimitKes: LOW_LIMIT_KES }),
  'raise the limit': async ({ terms }) => void Object.assign(terms, { dailyPayoutLimitKes: NO_LIMIT }),
}

const personOf = ({ people }: World, who: number) => {
  const person = people[who]
  if (!person) throw new Error('nobody')
  return person
}

function newest(world: World, who: number): string {
  const id = personOf(world, who).withdrawals.at(-1)
  if (id === undefined) throw new AppError('NOT_FOUND')
  return id
}

async function ask(world: World, who: number, method: WithdrawalMethod & ('mpesa' | 'bank')): Promise<void> {
  const { member, mpesaNumber, accountNumber, withdrawals } = personOf(world, who)
  const wish = { pointsToWithdraw: 2, idempotencyKey: undefined }
  const { id } = await requestWithdrawal(
    depsOf(world),
    member,
    method === 'mpesa'
      ? { ...wish, withdrawalMethod: 'mpesa', mpesaNumber }
      : { ...wish, withdrawalMethod: 'bank', bankName: 'KCB', accountNumber, accountName: 'Amina Otieno' },
  )
  withdrawals.push(id)
}

type Decision = { status: 'approved' | 'rejected' | 'paid'; adminNotes: string }
const decide = (world: World, who: number, decision: Decision) =>
  decideWithdrawal(depsOf(world), world.amina, { id: newest(world, who), ...decision })

/** Staff send the money first, and then say so; if they are refused, the money comes back at once. */
async function payByHand(world: World, who: number): Promise<void> {
  const id = newest(world, who)
  const { member } = personOf(world, who)
  const { payoutState } = await look(world.db, { memberId: member.memberId, withdrawalId: id })
  if (payoutState !== 'manual') throw new AppError('WITHDRAWAL_STATE')
  const receipt = newReceipt()
  await decide(world, who, { status: 'paid', adminNotes: receipt })
  await noteByHand(world, id, receipt)
}

/** Staff send money for what was rejected, by mistake, and book it when they notice. */
async function payRejected(world: World, who: number): Promise<void> {
  const id = newest(world, who)
  const { member } = personOf(world, who)
  const { status, payoutState } = await look(world.db, { memberId: member.memberId, withdrawalId: id })
  if (status !== 'rejected' || payoutState !== null) throw new AppError('WITHDRAWAL_STATE')
  const receipt = newReceipt()
  await correct(world, { id, kind: 'late', receipt })
  await noteByHand(world, id, receipt)
}

async function noteByHand({ db, paidByHand }: World, id: string, receipt: string): Promise<void> {
  const { payoutKes } = await db
    .selectFrom('withdrawal')
    .select('payoutKes')
    .where('withdrawalId', '=', id)
    .executeTakeFirstOrThrow()
  paidByHand.push({ receipt, amountKes: -payoutKes, msisdn: id, id, of: null })
}

/** What the providers' books say about withdrawals whose end is not known, once everything has arrived. */
async function judge(world: World, who: number): Promise<void> {
  for (const book of world.books) book.arrive()
  const { member, withdrawals } = personOf(world, who)
  for (const withdrawalId of withdrawals) {
    const { payoutState } = await look(world.db, { memberId: member.memberId, withdrawalId })
    if (payoutState === 'needs_review') await orRefused(() => judgeOne(world, withdrawalId))
  }
}

async function judgeOne(world: World, id: string): Promise<void> {
  const attempts = await world.db
    .selectFrom('payoutAttempt')
    .select('originatorConversationId')
    .where('withdrawalId', '=', id)
    .execute()
  const sent = attempts.flatMap(({ originatorConversationId }) =>
    world.books.flatMap(({ orders, movements }) => {
      const order = orders.get(originatorConversationId)
      return order && movements.some(({ receipt }) => receipt === order.receipt) ? [order.receipt] : []
    }),
  )
  await decideWithdrawal(depsOf(world), world.amina, {
    id,
    ...(sent[0]
      ? { status: 'paid', adminNotes: sent[0] }
      : { status: 'rejected', adminNotes: 'Not on the statement' }),
  })
}
