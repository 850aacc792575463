import { randomUUID } from 'node:crypto'
import type { MailQueue } from '@chuma/contract/mails'
import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Db } from '@chuma/db/client'
import { insertEntry } from '@chuma/db/queries/books/journal'
import type { JobName } from '@chuma/db/queries/jobs'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { insertWithdrawal } from '@chuma/db/queries/wallet/withdrawals'
import { sql } from 'kysely'
import type { SignedInMember, StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { mailJobs } from '../mail-jobs.ts'
import { createMailCapture, createTestDeps, givenMember, readRow, readRows, testSecrets } from '../testing.ts'
import { decideWithdrawal } from './approvals/decide-withdrawal.ts'
import type {
  BalanceQuery,
  Payment,
  PayoutProvider,
  PayoutResult,
  Payouts,
  StatusQuery,
} from './attempts/payouts.ts'
import { checkPayout, sendPayout } from './attempts/send-payout.ts'
import { sweepPayouts } from './attempts/sweep-payouts.ts'
import { decideAutomatically } from './automatic/decide-automatically.ts'
import { processPayoutCallback, type ReceivedCallback, receivePayoutCallback } from './callbacks.ts'
import { sealAccount } from './details.ts'
import { describeRequest } from './journal.ts'
import { queryFloat } from './queue/query-float.ts'
import { requestWithdrawal } from './withdrawals.ts'

export const finance: StaffActor = { name: 'staff:fatuma', address: null }

/** Plays the test's script, records the calls, and parses bodies that contain a result as JSON. */
export function createScriptedProvider(script: Partial<PayoutProvider> = {}) {
  const sends: Payment[] = []
  const queries: StatusQuery[] = []
  const balances: BalanceQuery[] = []
  const parse = (body: Buffer) => {
    try {
      return { ok: true, value: JSON.parse(body.toString()) as PayoutResult } as const
    } catch {
      return { ok: false, reason: 'no JSON' } as const
    }
  }
  const play: Required<Pick<PayoutProvider, 'prepare' | 'send' | 'queryStatus' | 'queryBalance'>> = {
    prepare: async () => ({ outcome: 'ready' }),
    send: async () => ({ outcome: 'accepted', conversationId: `AG_${randomUUID()}` }),
    queryStatus: async () => ({ outcome: 'accepted', conversationId: `AG_${randomUUID()}` }),
    queryBalance: async () => ({ outcome: 'accepted', conversationId: `AG_${randomUUID()}` }),
    ...script,
  }
  const provider: PayoutProvider = {
    name: 'scripted',
    methods: ['mpesa'],
    prepare: () => play.prepare(),
    send: (payment, mayWrite) => {
      sends.push(payment)
      return play.send(payment, mayWrite)
    },
    queryStatus: (query) => {
      queries.push(query)
      return play.queryStatus(query)
    },
    queryBalance: (query) => {
      balances.push(query)
      return play.queryBalance(query)
    },
    parseResult: parse,
    parseStatus: parse,
    parseBalance: parse as unknown as Required<PayoutProvider>['parseBalance'],
  }
  return { provider, play, sends, queries, balances }
}

export function scriptedPayouts(provider: PayoutProvider | null): Payouts {
  return {
    methods: ['mpesa', 'bank'],
    rails: provider ? [provider] : [],
    perSecond: null,
    leaseSeconds: 60,
    checkAfterSeconds: [120, 300],
    callbackUrl: 'http://localhost:3000',
    callbackNetworks: ['127.0.0.0/8'],
  }
}

export function createPayoutDeps(
  db: Db,
  provider: PayoutProvider | null,
  replaced: Partial<Deps> = {},
): Deps {
  return createTestDeps(db, { payouts: scriptedPayouts(provider), ...replaced })
}

let numbers = 60_000_000
/** A number that nobody else has named. */
export const newNumber = () => `2547${numbers++}`

type Asked = { points?: number; to?: string; key?: string }

/** Ask for an M-Pesa payment, to a number of its own unless `to` names one. */
export const ask = (deps: Deps, member: SignedInMember, { points = 1, to = newNumber(), key }: Asked = {}) =>
  requestWithdrawal(deps, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: points,
    mpesaNumber: to,
    idempotencyKey: key,
  })

let accounts = 1_000_000_000
/** Nobody else's, because what two members name is on hold. */
const newAccount = () => String(++accounts)

/** A member with 10 points who requested 2 of them, KES 2,000. */
export async function givenWithdrawal(
  db: Db,
  options: { method?: WithdrawalMethod; mpesaNumber?: string; accountNumber?: string } = {},
) {
  // Members of other tests named the same number, or were paid there and have it since.
  await db.deleteFrom('destinationOwner').execute()
  await db.deleteFrom('destinationClaimant').execute()
  const { memberId, email } = await givenMember(db, { points: 10 })
  const [isBank, withdrawalId] = [options.method === 'bank', randomUUID()]
  const { id, mpesaNumber } = await db.transaction().execute(async (trx) => {
    const withdrawal = await insertWithdrawal(trx, {
      memberId,
      withdrawalId,
      points: 2,
      kesPerPoint: 1000,
      amountKes: 2000,
      method: options.method ?? 'mpesa',
      mpesaNumber: isBank ? null : (options.mpesaNumber ?? '254712345678'),
      bankName: isBank ? 'KCB' : null,
      ...(isBank &&
        sealAccount(
          testSecrets,
          { table: 'withdrawal', id: withdrawalId },
          options.accountNumber ?? newAccount(),
        )),
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
    const amounts = { points: 2, amountKes: 2000, payoutKes: 2000, method: options.method ?? 'mpesa' }
    const request = describeRequest({ ref: { memberId, withdrawalId }, withdrawal: amounts })
    await insertEntry(trx, request)
    return withdrawal
  })
  return { id, email, memberId, mpesaNumber, ref: { memberId, withdrawalId: id } }
}

type Job = { name: JobName; data: never }

/** Take the waiting jobs without running them, as a worker that dies does. */
export async function takeJobs(db: Db): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with taken as (delete from pgboss.job where state = 'created' returning name, data, created_on)
    select name, data from taken order by created_on
  `.execute(db.withoutPlugins())
  return rows
}

/** Finish the jobs and the sweep's work before the next test, and remove everything that delays payouts. */
export async function forgetWork(db: Db): Promise<void> {
  await takeJobs(db)
  await sql`update payout_attempt set next_check_at = null, sending_at = sending_at - interval '10 days'`.execute(
    db,
  )
  await db.deleteFrom('payoutQueue').execute()
  await db.deleteFrom('payoutFloat').execute()
  // Most of these withdrawals go to one number, which is on hold for everyone else once it has paid someone.
  await db.deleteFrom('destinationOwner').execute()
  await db.deleteFrom('destinationClaimant').execute()
  await sql`update payout_callback_outcome set due_at = 'infinity' where outcome is null`.execute(db)
}

const MAILS: readonly MailQueue[] = [
  'send-automatic-stopped',
  'send-queue-stopped',
  'send-float-low',
  'send-payout-number-added',
  'send-withdrawal-news',
  'send-tax-changed',
  'send-debt-written-off',
  'send-debt-moved',
  'send-pause-news',
]

/** Run a job of the wallet as the server's workers do; other jobs are ignored. */
export async function doJob(deps: Deps, name: string, data: never): Promise<void> {
  const handlers: Record<string, (data: never) => Promise<unknown>> = {
    'send-payout': (data) => sendPayout(deps, data),
    'check-payout': (data) => checkPayout(deps, data),
    'process-payout-callback': (data) => processPayoutCallback(deps, data),
    'decide-payout': (data) => decideAutomatically(deps, data),
    'query-float': () => queryFloat(deps),
  }
  const mail = MAILS.find((queue) => queue === name)
  await (mail ? mailJobs[mail](deps, data) : handlers[name]?.(data))
}

/** Run every waiting job and those that it queues, in order. Returns what jobs threw. */
export async function runJobs(deps: Deps): Promise<unknown[]> {
  const errors: unknown[] = []
  for (let jobs = await takeJobs(deps.db); jobs.length > 0; jobs = await takeJobs(deps.db)) {
    for (const { name, data } of jobs) await doJob(deps, name, data).catch((error) => errors.push(error))
  }
  return errors
}

/** End all leases, waits and turns, and make all checks and waiting callbacks due. */
export async function letTimePass(db: Db): Promise<void> {
  await sql`update payout_attempt set lease_until = lease_until - interval '10 days',
    next_check_at = next_check_at - interval '10 days',
    sending_at = sending_at - interval '10 days'`.execute(db)
  await sql`update withdrawal set waits_until = waits_until - interval '10 days' where waits_until is not null`.execute(
    db,
  )
  await sql`update payout_callback_outcome set due_at = due_at - interval '10 days'`.execute(db)
  await sql`update payout_queue set next_send_at = next_send_at - interval '10 days'`.execute(db)
}

const kinds: Record<string, ReceivedCallback['kind']> = {
  r: 'result',
  t: 'timeout',
  q: 'query',
  b: 'balance',
}

/** Call back at the address that the provider was given. */
export function callBack(
  deps: Deps,
  url: string,
  body: object | string,
  address: string | null = '127.0.0.1',
) {
  const [letter = '', token = ''] = new URL(url).pathname.split('/').slice(-2)
  const kind = kinds[letter]
  if (!kind) throw new Error(`${url} is no address for call-backs`)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return receivePayoutCallback(deps, { kind, token, body: Buffer.from(text), address })
}

/** The result of a payment that was made as ordered. */
export function paidResult(
  payment: Pick<Payment, 'originatorConversationId'>,
  receipt: string,
): PayoutResult {
  return {
    originatorConversationId: payment.originatorConversationId,
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
  verdict: 'member' | 'operator' | 'busy',
): PayoutResult {
  const { originatorConversationId } = payment
  return { originatorConversationId, code: '2040', description: 'Not an M-Pesa customer.', verdict }
}

/** The state of a withdrawal and of its attempts, and the member's points. */
export async function look(db: Db, { memberId, withdrawalId }: { memberId: string; withdrawalId: string }) {
  const withdrawal = await readRow(
    db,
    'withdrawal',
    ['status', 'payoutState', 'receipt', 'adminComment', 'processedBy'],
    { memberId, withdrawalId },
  )
  const attempts = await readRows(db, 'payoutAttempt', ['state'], { withdrawalId }, 'attemptNo')
  const points = await readRow(db, 'wallet', ['available', 'held'], { memberId })
  return { ...withdrawal, ...points, attempts: attempts.map((attempt) => attempt.state) }
}

/** The outcomes of a withdrawal's callbacks, oldest first. */
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

let receipts = 0
export function newReceipt(): string {
  return `UKK${String(++receipts).padStart(7, '0')}`
}

/** The only item of a list. */
export function theOnly<T>(items: readonly T[]): T {
  const [item, ...others] = items
  if (item === undefined || others.length > 0) throw new Error(`expected one, found ${items.length}`)
  return item
}

type Decided = Pick<Awaited<ReturnType<typeof givenWithdrawal>>, 'id'>

export const approve = (deps: Deps, { id }: Decided, by = finance) =>
  decideWithdrawal(deps, by, { id, status: 'approved', adminNotes: '' })

export const reject = (deps: Deps, { id }: Decided, by = finance) =>
  decideWithdrawal(deps, by, { id, status: 'rejected', adminNotes: 'The name does not match' })

export const pay = (deps: Deps, { id }: Decided, adminNotes = newReceipt(), by = finance) =>
  decideWithdrawal(deps, by, { id, status: 'paid', adminNotes })

/** An approved withdrawal whose payout waits in the queue of its own provider. */
export async function givenApproved(db: Db, options?: Parameters<typeof givenWithdrawal>[1]) {
  const scripted = createScriptedProvider()
  const { mail, sent } = createMailCapture()
  const deps = createPayoutDeps(db, scripted.provider, { mail })
  const withdrawal = await givenWithdrawal(db, options)
  await approve(deps, withdrawal)
  return { ...scripted, ...withdrawal, deps, mails: sent }
}

/** Let every wait pass, sweep, and run the jobs that the sweep finds. */
export async function sweepLater(deps: Deps): Promise<unknown[]> {
  await letTimePass(deps.db)
  await sweepPayouts(deps)
  return runJobs(deps)
}

/**
 * A payout that the provider has accepted. `say` sends a callback and processes it; `answer` lets the engine query first
 * and answers the query.
 */
export async function givenSent(db: Db) {
  const approved = await givenApproved(db)
  const { deps, sends, queries } = approved
  await runJobs(deps)
  const payment = theOnly(sends)
  const say = async (body: Parameters<typeof callBack>[2], url = payment.resultUrl) => {
    await callBack(deps, url, body)
    await runJobs(deps)
  }
  const answer = async (body: Parameters<typeof callBack>[2]) => {
    await sweepLater(deps)
    await say(body, queries.at(-1)?.resultUrl)
  }
  return { ...approved, payment, say, answer }
}

/** Change the name of an account that a withdrawal is paid to, as nobody can: the database refuses it. */
export async function renameAccount(db: Db, id: string, name: string): Promise<void> {
  await sql`alter table withdrawal disable trigger withdrawal_guard`.execute(db)
  await sql`update withdrawal set account_name = ${name} where withdrawal_id = ${id}`.execute(db)
  await sql`alter table withdrawal enable trigger withdrawal_guard`.execute(db)
}
