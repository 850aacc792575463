import { verifyLedger } from '@chuma/core/books/verify-ledger'
import type { Payouts } from '@chuma/core/payouts/attempts/payouts'
import { sweepPayouts } from '@chuma/core/payouts/attempts/sweep-payouts'
import { forgetWork, letTimePass, takeJobs } from '@chuma/core/payouts/testing'
import { createDaraja } from '@chuma/mpesa/daraja-client'
import { type BehaviourName, behaviours } from '@chuma/mpesa/simulator/behaviours'
import { startSimulator } from '@chuma/mpesa/simulator/start-simulator'
import { expect } from 'vitest'
import { jobHandlers } from '../../src/jobs/job-handlers.ts'
import { createTokenStore } from '../../src/providers/create-token-store.ts'
import { connectDaraja } from '../../src/providers/rails.ts'
import { createTestApp } from '../../src/testing.ts'

export const LOOPBACK = ['127.0.0.1']
/** Safaricom's address, which no caller in a test has. */
export const SAFARICOM = ['196.201.214.200']

export type World = Awaited<ReturnType<typeof openWorld>>
type Job = Awaited<ReturnType<typeof takeJobs>>[number]

/**
 * Start the server and the simulator, each on its own port and over HTTP. Jobs run when the test says so, and waiting times
 * pass with `pass`.
 */
export async function openWorld() {
  const simulator = await startSimulator({ callbackDelayMs: 0, slowCallbackDelayMs: 0, connectionHoldMs: 0 })
  const payouts: Payouts = {
    methods: ['mpesa', 'bank'],
    rails: [],
    perSecond: null,
    leaseSeconds: 60,
    checkAfterSeconds: [120, 300, 900],
    callbackUrl: '',
    callbackNetworks: LOOPBACK,
  }
  const testApp = await createTestApp({ payouts })
  const { app, db, deps } = testApp
  const line = createLine()
  const daraja = createDaraja({
    baseUrl: simulator.url,
    consumerKey: 'key',
    consumerSecret: 'secret',
    shortCode: '600992',
    initiatorName: 'testapi',
    securityCredential: Buffer.alloc(256, 7).toString('base64'),
    timeoutMs: 30_000,
    tokenStore: createTokenStore({ db, secrets: deps.secrets, provider: 'daraja', leaseSeconds: 45 }),
    fetch: line.fetch,
  })
  payouts.rails = [connectDaraja('daraja', daraja)]
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  payouts.callbackUrl = url
  const { token: owner } = await testApp.owner('payouts')

  const jobErrors: unknown[] = []
  const doJob = ({ name, data }: Job) =>
    jobHandlers[name](data, { deps, log: app.log }).catch((error) => void jobErrors.push(error))
  /** Do the waiting jobs, and the jobs they cause, until none is left. */
  async function work() {
    for (;;) {
      await simulator.idle()
      const jobs = await takeJobs(db)
      if (jobs.length === 0) return
      for (const job of jobs) await doJob(job)
    }
  }
  async function pass(times = 1) {
    for (let turn = 0; turn < times; turn++) {
      await letTimePass(db)
      await sweepPayouts(deps)
      await work()
    }
  }
  return {
    ...testApp,
    url,
    owner,
    simulator,
    payouts,
    line,
    jobErrors,
    work,
    pass,
    /** Ends what the previous test left behind, even if it failed. */
    reset: async () => {
      for (const gate of ['oauth', 'accept', 'reply', 'callback'] as const) simulator.release(gate)
      simulator.setOutage(undefined)
      await work()
      await forgetWork(db)
      simulator.setInitiator('valid')
      jobErrors.length = 0
    },
    close: async () => {
      await simulator.close()
      await testApp.close()
    },
  }
}

/** Create the connection to the provider. `giveUp` ends open requests as the client's own time-out does. */
function createLine() {
  let patience = new AbortController()
  return {
    fetch: (url: string | URL | Request, init?: RequestInit) => {
      const signals = [patience.signal, ...(init?.signal ? [init.signal] : [])]
      return fetch(url, { ...init, signal: AbortSignal.any(signals) })
    },
    giveUp: () => {
      patience.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
      patience = new AbortController()
    },
  }
}

/** Make a request as a browser or script does. */
export async function call(world: Pick<World, 'url'>, token: string, [method, path, body]: Call) {
  const response = await fetch(`${world.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}
type Call = [method: 'GET' | 'POST' | 'PUT', path: string, body?: object]

let numbers = 0
/** A number that makes the simulator behave this way, and that no other member has. */
function newNumber(behaviour: BehaviourName): string {
  numbers += 1
  return `25471${String(numbers).padStart(4, '0')}${behaviours[behaviour].suffix}`
}

export type Payout = Awaited<ReturnType<typeof requestPayout>>

/** A member with 10 points who withdraws 2 of them, KES 2,000. */
export async function requestPayout(world: World, behaviour: BehaviourName = 'ok') {
  const { memberId, token } = await world.member({ points: 10 })
  const mpesaNumber = newNumber(behaviour)
  const order = { withdrawalMethod: 'mpesa', pointsToWithdraw: 2, mpesaNumber }
  const { status, body } = await call(world, token, ['POST', '/api/withdrawals', order])
  expect([status, body.status]).toEqual([201, 'pending'])
  const id: string = body.id
  return { id, memberId, token, mpesaNumber }
}

export async function decide(world: World, { id }: { id: string }, decision: object) {
  return call(world, world.owner, ['PUT', `/api/admin/withdrawals/${id}`, decision])
}

/** Requested and approved; the job to send it waits. */
export async function approvePayout(world: World, behaviour?: BehaviourName): Promise<Payout> {
  const payout = await requestPayout(world, behaviour)
  expect((await decide(world, payout, { status: 'approved' })).status).toBe(200)
  return payout
}

export const retry = (world: World, { id }: Payout) =>
  call(world, world.owner, ['POST', '/trpc/admin.retryPayout', { json: { id } }])

export const resume = (world: World) =>
  call(world, world.owner, ['POST', '/api/admin/payout-queue/resume', { note: 'Put right' }])

export const isStopped = async (world: World): Promise<boolean> =>
  (await call(world, world.owner, ['GET', '/api/admin/payout-queue'])).body.isStopped

/** List the payment orders the simulator got for this member, paid or not. */
export const ordersTo = ({ simulator }: World, { mpesaNumber }: Payout) =>
  simulator.orders().filter((order) => order.msisdn === mpesaNumber)

export const paymentsTo = ({ simulator }: World, { mpesaNumber }: Payout) =>
  simulator.ledger().payments.filter((payment) => payment.msisdn === mpesaNumber)

/** List the outcomes of a payout's callbacks, in the order they came. */
export async function listOutcomes({ db }: World, { id }: Payout): Promise<string[]> {
  const rows = await db
    .selectFrom('payoutCallback')
    .innerJoin('payoutReference', 'payoutReference.value', 'payoutCallback.tokenHash')
    .innerJoin('payoutCallbackOutcome', 'payoutCallbackOutcome.callbackId', 'payoutCallback.callbackId')
    .select('outcome')
    .where('payoutReference.withdrawalId', '=', id)
    .orderBy('receivedAt')
    .execute()
  return rows.map(({ outcome }) => outcome ?? 'waits')
}

type Page = { status: string; payoutState: string | null; [field: string]: unknown }

const POINTS: Record<string, object> = {
  paid: { kind: 'payout', availableAfter: 8, heldAfter: 0 },
  rejected: { kind: 'release', availableAfter: 10, heldAfter: 0 },
}
const HELD = { kind: 'hold', availableAfter: 8, heldAfter: 2 }

/**
 * Expect the member's page, and that it tells the truth: paid is one payment with that receipt; rejected is none, with the
 * points returned; in all other states they stay held. There is never a second payment.
 */
export async function expectPage(world: World, payout: Payout, page: Page): Promise<void> {
  const { withdrawal, payments } = await readPage(world, payout)
  expect(withdrawal).toMatchObject(page)
  if (page.status === 'paid') {
    expect(payments).toHaveLength(1)
    expect(payments[0]).toMatchObject({ amountKes: withdrawal.payoutKes })
    expect([withdrawal.receipt, withdrawal.paidAt]).toEqual([payments[0]?.receipt, expect.any(String)])
  }
  if (page.status === 'rejected') {
    expect(payments).toEqual([])
    expect(withdrawal.adminComment).toEqual(expect.stringMatching(/\w/))
  }
  if (page.status !== 'paid') expect([withdrawal.receipt, withdrawal.paidAt]).toEqual([null, null])
}

export async function readPage(world: World, payout: Payout) {
  const { body } = await call(world, payout.token, ['GET', '/api/withdrawals'])
  const { body: movements } = await call(world, payout.token, ['GET', '/api/points-transactions'])
  const payments = paymentsTo(world, payout)
  expect(body).toHaveLength(1)
  expect(payments.length).toBeLessThanOrEqual(1)
  expect(movements[0]).toMatchObject(POINTS[body[0].status] ?? HELD)
  expect(await verifyLedger(world.deps)).toMatchObject({ ok: true, findings: [] })
  return { withdrawal: body[0], payments }
}
