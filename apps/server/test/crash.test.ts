import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { decideWithdrawal } from '@chuma/core/admin/decide-withdrawal'
import { verifyLedger } from '@chuma/core/admin/verify-ledger'
import { createTestDeps, givenMember } from '@chuma/core/testing'
import { requestWithdrawal } from '@chuma/core/wallet/request-withdrawal'
import { createDb, type Db } from '@chuma/db/client'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { type Simulator, startSimulator } from '@chuma/mpesa/simulator/start-simulator'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'

const serverRoot = path.join(import.meta.dirname, '..')
const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** The real process on its own port. `env` says which database it is to use. */
async function createServerProcess(simulator: Simulator, env: NodeJS.ProcessEnv) {
  const port = await freePort()
  const { DATABASE_URL: _, ...inherited } = process.env
  const settings = {
    PORT: String(port),
    DEMO: 'off',
    LOG_LEVEL: 'fatal',
    PAYOUT_PROVIDER: 'daraja',
    PAYOUT_LEASE_SECONDS: '2',
    PAYOUT_SWEEP_SECONDS: '0.2',
    PAYOUT_CHECK_SECONDS: '1,1,1,1,1,1,1,1,1,1',
    DARAJA_BASE_URL: simulator.url,
    DARAJA_CONSUMER_KEY: 'key',
    DARAJA_CONSUMER_SECRET: 'secret',
    DARAJA_SHORT_CODE: '600992',
    DARAJA_INITIATOR_NAME: 'testapi',
    DARAJA_SECURITY_CREDENTIAL: Buffer.alloc(256, 7).toString('base64'),
    ...env,
  }
  let child: ChildProcess | null = null
  const kill = async (signal: NodeJS.Signals) => {
    const running = child
    child = null
    if (!running) return
    const gone = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await gone
  }
  open.push(() => kill('SIGTERM'))
  return {
    kill: () => kill('SIGKILL'),
    start: async () => {
      child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
        cwd: serverRoot,
        env: { ...inherited, ...settings },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await expect.poll(() => isReady(port), { timeout: 20_000, interval: 50 }).toBe(true)
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

async function openSimulator(): Promise<Simulator> {
  const simulator = await startSimulator({ callbackDelayMs: 20, consumer: { key: 'key', secret: 'secret' } })
  open.push(() => simulator.close())
  return simulator
}

async function givenServer() {
  const simulator = await openSimulator()
  const { db, url, close } = await createTestDb({ max: 5 })
  open.push(close)
  const server = await createServerProcess(simulator, { DATABASE_URL: url })
  await server.start()
  return { simulator, db, server }
}

let numbers = 0

/** Asks for a payout and approves it, from outside the process that will be killed. */
async function approvePayout(db: Db) {
  const member = await givenMember(db, { points: 5 })
  const mpesaNumber = `2547110000${String(numbers++).padStart(2, '0')}`
  const deps = createTestDeps(db)
  const unused = () => Promise.reject(new Error('only the server pays'))
  const unread = () => ({ ok: false as const, reason: 'only the server reads' })
  const provider = {
    name: 'daraja',
    methods: ['mpesa' as const],
    prepare: unused,
    send: unused,
    queryStatus: unused,
    parseResult: unread,
    parseStatus: unread,
  }
  const withProvider = { ...deps, payouts: { ...deps.payouts, provider } }
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

async function expectPaidExactlyOnce(
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

type Gate = Parameters<Simulator['hold']>[0]
const gates: [string, Gate][] = [
  ['before anything was sent', 'oauth'],
  ['while the payment is on its way, not yet taken', 'accept'],
  ['after the money moved, before the answer came', 'reply'],
]

test.each(gates)(
  'the server killed %s: after a start the member is paid exactly once, or a person is asked',
  async (_name, gate) => {
    const { simulator, db, server } = await givenServer()
    simulator.hold(gate)
    const payout = await approvePayout(db)
    await simulator.whenHeld(gate)
    await server.kill()
    if (gate !== 'reply') await expect.poll(() => simulator.held()[gate]).toBe(0)
    simulator.release(gate)
    await server.start()
    if (gate === 'accept') await expectHeldForPerson(db, simulator, payout)
    else await expectPaidExactlyOnce(db, simulator, payout)
  },
)

/** M-Pesa does not know the payment, but not knowing is no proof: nothing is repeated and nothing is given back. */
async function expectHeldForPerson(db: Db, simulator: Simulator, payout: { id: string; memberId: string }) {
  const find = () =>
    db
      .selectFrom('withdrawal')
      .select(['status', 'payoutState'])
      .where('withdrawalId', '=', payout.id)
      .executeTakeFirst()
  await expect
    .poll(async () => (await find())?.payoutState, { timeout: 25_000, interval: 100 })
    .toBe('needs_review')
  expect(await find()).toMatchObject({ status: 'approved' })
  expect(simulator.ledger().payments).toHaveLength(0)
  expect(await verifyLedger(createTestDeps(db))).toMatchObject({ ok: true })
}

test('the server killed after the answer, before the call-back reached it: paid exactly once', async () => {
  const { simulator, db, server } = await givenServer()
  simulator.hold('callback')
  const payout = await approvePayout(db)
  await simulator.whenHeld('callback')
  await server.kill()
  simulator.release('callback')
  await server.start()
  await expectPaidExactlyOnce(db, simulator, payout)
})

test('the server killed while it stores the call-back: paid exactly once', async () => {
  const { simulator, db, server } = await givenServer()
  let payout: Awaited<ReturnType<typeof approvePayout>> | undefined
  await db.transaction().execute(async (trx) => {
    await sql`lock table payout_callback in share mode`.execute(trx)
    payout = await approvePayout(db)
    await expect.poll(() => countWaitingOnLock(db), { timeout: 15_000 }).toBeGreaterThan(0)
    await server.kill()
  })
  expect(await db.selectFrom('payoutCallback').select('callbackId').execute()).toEqual([])
  await server.start()
  if (payout) await expectPaidExactlyOnce(db, simulator, payout)
})

test.each([
  ['before anything was sent', 'oauth'],
  ['after the money moved, before the answer came', 'reply'],
  ['before the call-back came', 'callback'],
] as [string, Gate][])(
  'PostgreSQL killed %s: it comes back and the member is paid exactly once',
  async (_name, gate) => {
    const simulator = await openSimulator()
    const dir = await mkdtemp(path.join(tmpdir(), 'chuma-crash-'))
    open.push(() => rm(dir, { recursive: true, force: true }))
    const server = await createServerProcess(simulator, { DATA_DIR: dir })
    await server.start()
    const { url, pid } = readEmbedded(dir)
    const db = createDb(url, { max: 3 })
    open.push(() => db.destroy())

    simulator.hold(gate)
    const payout = await approvePayout(db)
    await simulator.whenHeld(gate)
    process.kill(pid, 'SIGKILL')
    simulator.release(gate)
    await expect
      .poll(
        () =>
          sql`select 1`.execute(db).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
      await expectPaidExactlyOnce(db, simulator, payout)
  },
)

function readEmbedded(dir: string): { url: string; pid: number } {
  const { appPassword } = JSON.parse(readFileSync(path.join(dir, 'credentials.json'), 'utf8'))
  const [pid, , , port] = readFileSync(path.join(dir, 'data/postmaster.pid'), 'utf8').split('\n')
  return { url: `postgres://chuma:${appPassword}@127.0.0.1:${port}/chuma`, pid: Number(pid) }
}
