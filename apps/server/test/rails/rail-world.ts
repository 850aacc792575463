import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import type { PayoutProvider, Payouts } from '@chuma/core/payouts/attempts/payouts'
import { sweepPayouts } from '@chuma/core/payouts/attempts/sweep-payouts'
import {
  finance,
  forgetWork,
  givenWithdrawal,
  letTimePass,
  look,
  takeJobs,
} from '@chuma/core/payouts/testing'
import { behaviours } from '@chuma/mpesa/simulator/behaviours'
import { createAirtel } from '@chuma/rails/airtel'
import { createAirtime } from '@chuma/rails/airtime'
import { startAirtelSimulator } from '@chuma/rails/simulator/airtel'
import { startAirtimeSimulator } from '@chuma/rails/simulator/airtime'
import type { RailFaultName } from '@chuma/rails/simulator/faults'
import type { RailSimulator } from '@chuma/rails/simulator/rail-simulator'
import { jobHandlers } from '../../src/jobs/job-handlers.ts'
import { connectAirtel, connectAirtime } from '../../src/providers/rails.ts'
import { createTestApp } from '../../src/testing.ts'

export type RailName = 'airtel' | 'airtime'
type Opened = { rail: PayoutProvider; simulator: RailSimulator }

const AT_ONCE = { callbackDelayMs: 0, slowCallbackDelayMs: 0, connectionHoldMs: 0 }
const SECRET = 'a-secret-of-the-dashboard'

export const openRail: Record<RailName, (callbackUrl: string) => Promise<Opened>> = {
  async airtel(callbackUrl) {
    const simulator = await startAirtelSimulator({ ...AT_ONCE, callbackUrl: `${callbackUrl}/hooks/p/airtel` })
    const { url: baseUrl, publicKey, callbackKey } = simulator
    const client = { clientId: 'id', clientSecret: 'secret', publicKey, pin: '1234', timeoutMs: 30_000 }
    const airtel = createAirtel({ baseUrl, ...client })
    return { rail: connectAirtel('airtel', { airtel, callbackKey }), simulator }
  },
  async airtime(callbackUrl) {
    const url = `${callbackUrl}/hooks/p/airtime/${SECRET}`
    const simulator = await startAirtimeSimulator({ ...AT_ONCE, callbackUrl: url })
    const client = { username: 'sandbox', apiKey: 'key', timeoutMs: 30_000 }
    const airtime = createAirtime({ baseUrl: simulator.url, ...client })
    return { rail: connectAirtime('airtime', { airtime, secret: SECRET }), simulator }
  },
}

export type RailWorld = Awaited<ReturnType<typeof openRailWorld>>

/** The server and the simulators of these providers, each on its own port. Jobs run when the test says so. */
export async function openRailWorld(names: readonly RailName[]) {
  const payouts: Payouts = {
    methods: ['mpesa', 'bank', 'airtel', 'airtime'],
    rails: [],
    perSecond: null,
    leaseSeconds: 60,
    checkAfterSeconds: [120, 300, 900],
    callbackUrl: '',
    callbackNetworks: ['196.201.214.200'],
  }
  const testApp = await createTestApp({ payouts })
  const { app, db, deps } = testApp
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  payouts.callbackUrl = url
  const simulators = {} as Record<RailName, RailSimulator>
  const rails: PayoutProvider[] = []
  for (const name of names) {
    const opened = await openRail[name](url)
    simulators[name] = opened.simulator
    rails.push(opened.rail)
  }
  payouts.rails = rails

  // A callback that overtakes the answer is a fault of its own: otherwise which of the two is first would be chance.
  const state = { holdsCallbacks: true }
  const everySimulator = (act: (simulator: RailSimulator) => void) => {
    for (const name of names) act(simulators[name])
  }

  /** Do the waiting jobs once. Callbacks wait until they are released. */
  async function workOnce(): Promise<number> {
    const jobs = await takeJobs(db)
    if (state.holdsCallbacks) everySimulator(({ hold }) => hold('callback'))
    // A job that waits for its next try fails until then.
    for (const { name, data } of jobs) {
      await jobHandlers[name](data, { deps, log: app.log }).catch(() => undefined)
    }
    return jobs.length
  }
  async function deliver() {
    everySimulator(({ release }) => release('callback'))
    for (const name of names) await simulators[name].idle()
  }
  /** Do the waiting jobs, and those that they and the callbacks cause, until none is left. */
  async function work() {
    do {
      await deliver()
    } while ((await workOnce()) > 0)
  }
  return {
    ...testApp,
    url,
    payouts,
    simulators,
    state,
    workOnce,
    deliver,
    work,
    async pass(times = 1) {
      for (let turn = 0; turn < times; turn++) {
        await letTimePass(db)
        await sweepPayouts(deps)
        await work()
      }
    },
    reset: () => forgetWork(db),
    async close() {
      for (const name of names) await simulators[name].close()
      await testApp.close()
    },
  }
}

let numbers = 0

/** An approved withdrawal to a number that makes the simulator behave so; the job to send it waits. */
export async function approve(world: RailWorld, method: RailName, fault: RailFaultName = 'ok') {
  world.state.holdsCallbacks = fault !== 'callback-first'
  const mpesaNumber = `25473${String(++numbers).padStart(4, '0')}${behaviours[fault].suffix}`
  const given = await givenWithdrawal(world.db, { method, mpesaNumber })
  await decideWithdrawal(world.deps, finance, { id: given.id, status: 'approved', adminNotes: '' })
  const payments = () => world.simulators[method].payments().filter(({ msisdn }) => msisdn === mpesaNumber)
  return { ...given, mpesaNumber, payments, look: () => look(world.db, given.ref) }
}
