import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy, demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { verifyLedger } from '@chuma/core/books/verify-ledger'
import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import type { PayoutProvider } from '@chuma/core/payouts/attempts/payouts'
import { requestWithdrawal } from '@chuma/core/payouts/withdrawals'
import { createTestDeps, givenMember } from '@chuma/core/testing'
import type { Db } from '@chuma/db/client'
import { createTestDb, dropDatabase } from '@chuma/db/testing'
import { type Simulator, startSimulator } from '@chuma/mpesa/simulator/start-simulator'
import { startAirtelSimulator } from '@chuma/rails/simulator/airtel'
import { startAirtimeSimulator } from '@chuma/rails/simulator/airtime'
import type { RailSimulator } from '@chuma/rails/simulator/rail-simulator'
import { expect, vi } from 'vitest'
import { bundleProgram } from '../bundle-program.ts'
import { findPorts } from '../chaos/find-ports.ts'
import { on } from '../open-backup-yard.ts'

const serverRoot = path.join(import.meta.dirname, '../..')
const open: (() => Promise<unknown>)[] = []

/** Register what a test has opened; all of it is closed after the test, newest first. */
export function closeLater(close: () => Promise<unknown>): void {
  open.push(close)
}

export async function closeAll(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close()
}

export async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'chuma-crash-'))
  closeLater(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Create an empty database on the server of another one. */
export async function givenEmptyDatabase(beside: string): Promise<string> {
  const name = `chuma_empty_${randomUUID().replaceAll('-', '')}`
  const server = new URL('/postgres', beside).href
  closeLater(() => dropDatabase(server, name))
  await on(server, `create database ${name}`)
  return new URL(`/${name}`, beside).href
}

/** Create the real process on its own port. `env` names its database. */
export async function createServerProcess(simulator: Pick<Simulator, 'url'>, env: NodeJS.ProcessEnv) {
  const program = await bundleProgram('main')
  const [port = 0] = await findPorts(1)
  const { DATABASE_URL: _, ...inherited } = process.env
  const settings = {
    PORT: String(port),
    DEMO: 'off',
    // The key of the tests' own calls.
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'fatal',
    // A machine that runs the whole suite is slower than any that serves members.
    DATABASE_WAIT_SECONDS: '10',
    PAYOUT_PROVIDER: 'daraja',
    PAYOUT_LEASE_SECONDS: '2',
    PAYOUT_SWEEP_SECONDS: '0.2',
    PAYOUT_CHECK_SECONDS: '1,1,1,1',
    DARAJA_BASE_URL: simulator.url,
    DARAJA_CONSUMER_KEY: 'key',
    DARAJA_CONSUMER_SECRET: 'secret',
    DARAJA_SHORT_CODE: '600992',
    DARAJA_INITIATOR_NAME: 'testapi',
    DARAJA_CALLBACK_NETWORKS: '127.0.0.1',
    DARAJA_SECURITY_CREDENTIAL: Buffer.alloc(256, 7).toString('base64'),
    ...env,
  }
  let child: ChildProcess | null = null
  const kill = async (signal: NodeJS.Signals) => {
    const running = child
    child = null
    if (!running) return null
    const gone = new Promise<number | null>((resolve) => running.once('exit', resolve))
    running.kill(signal)
    return gone
  }
  closeLater(() => {
    child?.kill('SIGCONT')
    return kill('SIGTERM')
  })
  return {
    url: `http://127.0.0.1:${port}`,
    kill: () => kill('SIGKILL'),
    /** Stop its clock as a full machine or a paused container does; `wake` lets it go on where it was. */
    suspend: () => child?.kill('SIGSTOP'),
    wake: () => child?.kill('SIGCONT'),
    /** Asks it to stop, waits, and returns its exit code. */
    stop: () => kill('SIGTERM'),
    start: async () => {
      child = spawn(process.execPath, [program], {
        cwd: serverRoot,
        env: { ...inherited, ...settings },
        stdio: ['ignore', process.env.TEST_LOG_LEVEL ? 'inherit' : 'ignore', 'inherit'],
      })
      await vi.waitFor(() => requireReady(port), { timeout: 50_000, interval: 50 })
    },
  }
}

async function requireReady(port: number): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${port}/readyz`)
  if (status !== 200) throw new Error(`the server is not ready: ${status}`)
}

export async function openSimulator(): Promise<Simulator> {
  const simulator = await startSimulator({ callbackDelayMs: 20, consumer: { key: 'key', secret: 'secret' } })
  closeLater(() => simulator.close())
  return simulator
}

export type Rail = 'airtel' | 'airtime'
const AIRTIME_SECRET = 'a-secret-of-the-dashboard'

/** Start a provider's simulator: `env` connects a process to it, and it calls back at `path`. */
export async function openRail(
  rail: Rail,
): Promise<{ simulator: RailSimulator; env: NodeJS.ProcessEnv; path: string }> {
  const opened = rail === 'airtel' ? await openAirtel() : await openAirtime()
  closeLater(() => opened.simulator.close())
  return opened
}

async function openAirtel() {
  const simulator = await startAirtelSimulator({ callbackDelayMs: 20 })
  const env = {
    AIRTEL_BASE_URL: simulator.url,
    AIRTEL_CLIENT_ID: 'id',
    AIRTEL_CLIENT_SECRET: 'secret',
    AIRTEL_PUBLIC_KEY: simulator.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    AIRTEL_PIN: '1234',
    AIRTEL_CALLBACK_KEY: simulator.callbackKey,
  }
  return { simulator, env, path: '/hooks/p/airtel' }
}

async function openAirtime() {
  const simulator = await startAirtimeSimulator({ callbackDelayMs: 20 })
  const env = {
    AFRICASTALKING_BASE_URL: simulator.url,
    AFRICASTALKING_USERNAME: 'sandbox',
    AFRICASTALKING_API_KEY: 'key',
    AIRTIME_CALLBACK_SECRET: AIRTIME_SECRET,
  }
  return { simulator, env, path: `/hooks/p/airtime/${AIRTIME_SECRET}` }
}

export async function givenServer() {
  const simulator = await openSimulator()
  const { db, url, close } = await createTestDb({ max: 5 })
  closeLater(close)
  const server = await createServerProcess(simulator, { DATABASE_URL: url })
  await server.start()
  return { simulator, db, server }
}

let numbers = 0
const serverTerms = economy.parse({ ...defaultEconomy, ...demoLimits, firstPayoutHoldHours: 24 })

/** A provider of the server, for requests and approvals from outside its process. */
export function outsideRail(name: string, method: WithdrawalMethod): PayoutProvider {
  const unused = () => Promise.reject(new Error('only the server pays'))
  const unread = () => ({ ok: false as const, reason: 'only the server reads' })
  return {
    name,
    methods: [method],
    prepare: unused,
    send: unused,
    queryStatus: unused,
    parseResult: unread,
    parseStatus: unread,
  }
}

/** Request a payout and approve it, from outside the process that will be killed. */
export async function approvePayout(db: Db) {
  const member = await givenMember(db, { points: 5 })
  const mpesaNumber = `2547110000${String(numbers++).padStart(2, '0')}`
  // The terms of the server, so that the approval lifts what would hold the payout there.
  const deps = createTestDeps(db, { economy: async () => serverTerms })
  const withProvider = { ...deps, payouts: { ...deps.payouts, rails: [outsideRail('daraja', 'mpesa')] } }
  const { id } = await requestWithdrawal(deps, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 3,
    mpesaNumber,
    idempotencyKey: undefined,
  })
  const staff = { name: 'staff:test', role: 'owner' as const, address: null }
  await decideWithdrawal(withProvider, staff, { id, status: 'approved', adminNotes: '' })
  return { id, memberId: member.memberId, mpesaNumber }
}

export async function expectPaidExactlyOnce(
  db: Db,
  simulator: Simulator,
  payout: { id: string; memberId: string; mpesaNumber: string },
) {
  const find = () =>
    db
      .selectFrom('withdrawal')
      .select(['status', 'receipt'])
      .where('withdrawalId', '=', payout.id)
      .executeTakeFirst()
  await expect
    .poll(async () => (await find().catch(() => undefined))?.status, { timeout: 25_000, interval: 100 })
    .toBe('paid')
  const received = simulator.ledger().payments.filter((payment) => payment.msisdn === payout.mpesaNumber)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ amountKes: 3000, receipt: (await find())?.receipt })
  const postings = await db
    .selectFrom('posting')
    .select('kind')
    .where('memberId', '=', payout.memberId)
    .orderBy('seq')
    .execute()
  expect(postings.map((posting) => posting.kind)).toEqual(['adjustment', 'hold', 'payout'])
  expect(await verifyLedger(createTestDeps(db))).toMatchObject({ ok: true, findings: [] })
}

export function readEmbedded(dir: string): { url: string; pid: number } {
  const { appPassword } = JSON.parse(readFileSync(path.join(dir, 'credentials.json'), 'utf8'))
  const [pid, , , port] = readFileSync(path.join(dir, 'data/postmaster.pid'), 'utf8').split('\n')
  return { url: `postgres://chuma:${appPassword}@127.0.0.1:${port}/chuma`, pid: Number(pid) }
}
