import { randomUUID } from 'node:crypto'
import type { WithdrawalMethod } from '@chuma/contract/wallet'
import type { Db } from '@chuma/db/client'
import { insertPosting } from '@chuma/db/queries/ledger'
import { insertWithdrawal } from '@chuma/db/queries/withdrawals'
import { sql } from 'kysely'
import { decideWithdrawal } from '../admin/decide-withdrawal.ts'
import type { StaffActor } from '../admin/require-staff.ts'
import type { Deps } from '../deps.ts'
import { createMailCapture, createTestDeps, givenMember } from '../testing.ts'
import { checkPayout } from './check-payout.ts'
import type { Payment, PayoutProvider, PayoutResult, StatusQuery } from './payouts.ts'
import { processPayoutCallback } from './process-payout-callback.ts'
import { type ReceivedCallback, receivePayoutCallback } from './receive-payout-callback.ts'
import { sendPayout } from './send-payout.ts'
import { sendPayoutNumberAdded } from './send-payout-number-added.ts'
import { sendWithdrawalNews } from './send-withdrawal-news.ts'
import { sweepPayouts } from './sweep-payouts.ts'

export const finance: StaffActor = { name: 'staff:fatuma', address: null }

/** Does what the test says, writes down what it was asked, and reads bodies that hold a result as JSON. */
export function createScriptedProvider(script: Partial<PayoutProvider> = {}) {
  const sends: Payment[] = []
  const queries: StatusQuery[] = []
  const parse = (body: Buffer) => {
    try {
      return { ok: true, value: JSON.parse(body.toString()) as PayoutResult } as const
    } catch {
      return { ok: false, reason: 'no JSON' } as const
    }
  }
  const play: Pick<PayoutProvider, 'prepare' | 'send' | 'queryStatus'> = {
    prepare: async () => ({ outcome: 'ready' }),
    send: async () => ({ outcome: 'accepted', conversationId: `AG_${randomUUID()}` }),
    queryStatus: async () => ({ outcome: 'accepted', conversationId: `AG_${randomUUID()}` }),
    ...script,
  }
  const provider: PayoutProvider = {
    name: 'scripted',
    methods: ['mpesa'],
    prepare: () => play.prepare(),
    send: (payment) => {
      sends.push(payment)
      return play.send(payment)
    },
    queryStatus: (query) => {
      queries.push(query)
      return play.queryStatus(query)
    },
    parseResult: parse,
    parseStatus: parse,
  }
  return { provider, play, sends, queries }
}

export function createPayoutDeps(
  db: Db,
  provider: PayoutProvider | null,
  replaced: Partial<Deps> = {},
): Deps {
  const payouts = {
    provider,
    leaseSeconds: 60,
    checkAfterSeconds: [120, 300],
    callbackUrl: 'http://localhost:3000',
  }
  return createTestDeps(db, { payouts, ...replaced })
}

/** A member with 10 points who asked for 2 of them, KES 2,000. */
export async function givenWithdrawal(db: Db, options: { method?: WithdrawalMethod } = {}) {
  const { memberId, email } = await givenMember(db, { points: 10 })
  const isBank = options.method === 'bank'
  const { id, mpesaNumber } = await db.transaction().execute(async (trx) => {
    const withdrawal = await insertWithdrawal(trx, {
      memberId,
      points: 2,
      kesPerPoint: 1000,
      amountKes: 2000,
      method: options.method ?? 'mpesa',
      mpesaNumber: isBank ? null : '254712345678',
      bankName: isBank ? 'KCB' : null,
      accountNumber: isBank ? '1234567890' : null,
      accountName: isBank ? 'Amina Otieno' : null,
      reviewReasons: [],
    })
    await insertPosting(trx, {
      memberId,
      kind: 'hold',
      availableDelta: -2,
      heldDelta: 2,
      houseAccount: null,
      sourceKey: `hold:${withdrawal.id}`,
      description: 'Withdrawal requested',
      subjectId: withdrawal.id,
      actor: `member:${memberId}`,
    })
    return withdrawal
  })
  return { id, email, memberId, mpesaNumber, ref: { memberId, withdrawalId: id } }
}

type Job = { name: string; data: never }

/** Takes the jobs that wait, without doing them: what is lost when a worker dies. */
export async function takeJobs(db: Db): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with taken as (delete from pgboss.job where state = 'created' returning name, data, created_on)
    select name, data from taken order by created_on
  `.execute(db.withoutPlugins())
  return rows
}

/** Leaves nothing to do for the jobs and the sweep of the next test. */
export async function forgetWork(db: Db): Promise<void> {
  await takeJobs(db)
  await sql`update payout_attempt set next_check_at = null`.execute(db)
  await sql`update payout_callback_outcome set due_at = 'infinity' where outcome is null`.execute(db)
}

/** Does every job that waits and those that they bring, one after the other. What a job throws is in the answer. */
export async function runJobs(deps: Deps): Promise<unknown[]> {
  const handlers: Record<string, (data: never) => Promise<void>> = {
    'send-payout': (data) => sendPayout(deps, data),
    'check-payout': (data) => checkPayout(deps, data),
    'process-payout-callback': (data) => processPayoutCallback(deps, data),
    'send-payout-number-added': (data) => sendPayoutNumberAdded(deps, data),
    'send-withdrawal-news': (data) => sendWithdrawalNews(deps, data),
  }
  const errors: unknown[] = []
  for (let jobs = await takeJobs(deps.db); jobs.length > 0; jobs = await takeJobs(deps.db)) {
    for (const { name, data } of jobs) await handlers[name]?.(data).catch((error) => errors.push(error))
  }
  return errors
}

/** All leases end and all checks are due, as are the call-backs that wait. */
export async function letTimePass(db: Db): Promise<void> {
  await sql`update payout_attempt set lease_until = lease_until - interval '10 days',
    next_check_at = next_check_at - interval '10 days'`.execute(db)
  await sql`update payout_callback_outcome set due_at = due_at - interval '10 days'`.execute(db)
}

const kinds: Record<string, ReceivedCallback['kind']> = { r: 'result', t: 'timeout', q: 'query' }

/** Calls back to the address that the provider was given. */
export function callBack(deps: Deps, url: string, body: Partial<PayoutResult> | string) {
  const [letter = '', token = ''] = new URL(url).pathname.split('/').slice(-2)
  const kind = kinds[letter]
  if (!kind) throw new Error(`${url} is no address for call-backs`)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return receivePayoutCallback(deps, { kind, token, body: Buffer.from(text), address: '127.0.0.1' })
}

/** The result of a payment that was made as ordered. */
export function paidResult(
  payment: Pick<Payment, 'originatorConversationId'>,
  receipt: string,
): PayoutResult {
  const { originatorConversationId } = payment
  return {
    originatorConversationId,
    receipt,
    amountKes: 2000,
    msisdn: '254712345678',
    code: '0',
    description: 'Paid.',
    verdict: 'paid',
  }
}

export function failedResult(
  payment: Pick<Payment, 'originatorConversationId'>,
  verdict: 'member' | 'operator',
): PayoutResult {
  const { originatorConversationId } = payment
  return { originatorConversationId, code: '2040', description: 'Not an M-Pesa customer.', verdict }
}

/** Where a withdrawal stands: its own state, that of its attempts, and the points. */
export async function look(db: Db, { memberId, withdrawalId }: { memberId: string; withdrawalId: string }) {
  const withdrawal = await db
    .selectFrom('withdrawal')
    .select(['status', 'payoutState', 'receipt', 'adminComment', 'processedBy'])
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirstOrThrow()
  const attempts = await db
    .selectFrom('payoutAttempt')
    .select('state')
    .where('withdrawalId', '=', withdrawalId)
    .orderBy('attemptNo')
    .execute()
  const points = await db
    .selectFrom('wallet')
    .select(['available', 'held'])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return { ...withdrawal, ...points, attempts: attempts.map((attempt) => attempt.state) }
}

/** What was made of each call-back about a withdrawal, in the order they came. */
export async function listOutcomes(db: Db, { withdrawalId }: { withdrawalId: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('payoutCallback')
    .innerJoin('payoutReference', 'payoutReference.value', 'payoutCallback.tokenHash')
    .leftJoin('payoutCallbackOutcome', 'payoutCallbackOutcome.callbackId', 'payoutCallback.callbackId')
    .select('outcome')
    .where('payoutReference.withdrawalId', '=', withdrawalId)
    .orderBy('receivedAt')
    .execute()
  return rows.map(({ outcome }) => outcome ?? 'waits')
}

/** Of a list that has exactly one. */
export function theOnly<T>(items: readonly T[]): T {
  const [item, ...others] = items
  if (item === undefined || others.length > 0) throw new Error(`expected one, found ${items.length}`)
  return item
}

/**
 * A payout that the provider has accepted. `say` calls back and has it processed; `answer` lets the engine ask first
 * and answers its query.
 */
export async function givenSent(db: Db) {
  const scripted = createScriptedProvider()
  const { mail, sent } = createMailCapture()
  const deps = createPayoutDeps(db, scripted.provider, { mail })
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await runJobs(deps)
  const payment = theOnly(scripted.sends)
  const say = async (body: Parameters<typeof callBack>[2], url = payment.resultUrl) => {
    await callBack(deps, url, body)
    await runJobs(deps)
  }
  const answer = async (body: Parameters<typeof callBack>[2]) => {
    await letTimePass(db)
    await sweepPayouts(deps)
    await runJobs(deps)
    await say(body, scripted.queries.at(-1)?.resultUrl)
  }
  return { ...scripted, deps, id, ref, payment, say, answer, mails: sent }
}

let receipts = 0
export function newReceipt(): string {
  receipts += 1
  return `UKK${String(receipts).padStart(7, '0')}`
}
