import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { ensureEconomy } from '@chuma/core/admin/economy'
import { createApiKey, revokeApiKey } from '@chuma/core/admin/keys'
import { givenStaff } from '@chuma/core/admin/testing'
import { redeemLink } from '@chuma/core/auth/links'
import { createToken } from '@chuma/core/auth/sessions'
import { givenSession, visitor } from '@chuma/core/auth/testing'
import { verifyLedger } from '@chuma/core/books/verify-ledger'
import { createEconomyReader } from '@chuma/core/economy'
import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import { ask, givenProven, setRule } from '@chuma/core/payouts/automatic/testing'
import { importBankResult } from '@chuma/core/payouts/batches/bank-results'
import {
  givenApproved,
  givenBatch,
  MAPPING,
  newReference,
  resultOf,
} from '@chuma/core/payouts/batches/testing'
import { importPayments } from '@chuma/core/payouts/manual'
import { resumePayoutQueue } from '@chuma/core/payouts/queue/queue'
import { finance, letTimePass, look, scriptedPayouts } from '@chuma/core/payouts/testing'
import { requestWithdrawal } from '@chuma/core/payouts/withdrawals'
import { createTestDeps, givenMember } from '@chuma/core/testing'
import { createDb, type Db } from '@chuma/db/client'
import { insertLink } from '@chuma/db/queries/auth/links'
import { createTestDb } from '@chuma/db/testing'
import { afterEach, expect, test } from 'vitest'
import { bundleProgram } from '../bundle-program.ts'
import {
  closeAll,
  closeLater,
  createServerProcess,
  givenEmptyDatabase,
  givenFolder,
  openRail,
  openSimulator,
  outsideRail,
} from './testing.ts'

afterEach(closeAll)

/** Three processes start, and two commands run. */
const TEST_MS = 180_000

const METHODS = ['mpesa', 'airtel', 'airtime'] as const
type Method = (typeof METHODS)[number]
const NAMES: Record<Method, string> = { mpesa: 'daraja', airtel: 'airtel', airtime: 'airtime' }

/** The providers and the rule of the server, for requests and approvals from outside its process. */
function outsideDeps(db: Db) {
  const rails = METHODS.map((method) => outsideRail(NAMES[method], method))
  const payouts = { ...scriptedPayouts(null), methods: [...METHODS, 'bank' as const], rails }
  return createTestDeps(db, { payouts, economy: createEconomyReader(db) })
}

type Payment = { msisdn: string; receipt: string; amountKes: number }

/** Every provider's simulator, and processes that pay through all of them. */
async function openRails() {
  const daraja = await openSimulator()
  const [airtel, airtime] = [await openRail('airtel'), await openRail('airtime')]
  const all = [daraja, airtel.simulator, airtime.simulator]
  return {
    /** A server on this database, which the providers call back from now on. */
    serve: async (url: string) => {
      const server = await createServerProcess(daraja, {
        DATABASE_URL: url,
        PAYOUT_METHODS: 'mpesa,bank,airtel,airtime',
        SMS_PROVIDER: 'off',
        ...airtel.env,
        ...airtime.env,
      })
      for (const rail of [airtel, airtime]) rail.simulator.setCallbackUrl(`${server.url}${rail.path}`)
      await server.start()
      return server
    },
    holdCallbacks: () => {
      for (const simulator of all) simulator.hold('callback')
    },
    releaseCallbacks: () => {
      for (const simulator of all) simulator.release('callback')
    },
    /** All money that left the company, by any provider. */
    payments: (): Payment[] => [
      ...daraja.ledger().payments,
      ...airtel.simulator.payments(),
      ...airtime.simulator.payments(),
    ],
  }
}

let numbers = 200_000

/** An approved withdrawal by this method, whose job waits for a worker. */
async function approve(db: Db, method: Method) {
  const deps = outsideDeps(db)
  const member = await givenMember(db, { points: 5 })
  const { id } = await requestWithdrawal(deps, member, {
    withdrawalMethod: method,
    pointsToWithdraw: 2,
    mpesaNumber: `2547${method === 'airtel' ? '33' : '11'}${numbers++}`,
    idempotencyKey: undefined,
  })
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  return { ref: { memberId: member.memberId, withdrawalId: id } }
}

/** A pending withdrawal that the rule approves once it looks. */
async function requestProven(db: Db) {
  const deps = outsideDeps(db)
  return { ref: await ask(deps, await givenProven(db, deps)) }
}

/** One payment in the file of a batch that the bank has, and one that a person makes. */
async function givenBankPayments(db: Db) {
  const deps = outsideDeps(db)
  const inBatch = await givenApproved(deps, db)
  const { batch, lines } = await givenBatch(deps)
  const byHand = await givenApproved(deps, db)
  const [line] = lines
  if (!line) throw new Error('the file of the batch has a row')
  const byPerson = `Withdrawal ID,Reference\n${byHand.id},${newReference()}`
  const byBank = resultOf([[line, { status: 'Paid', receipt: newReference() }]])
  return {
    withdrawals: [inBatch, byHand],
    /** Import both results, as staff do after the payments. */
    record: async (place: Db) => {
      const here = outsideDeps(place)
      await importPayments(here, finance, { csv: byPerson, isDryRun: false })
      const result = { id: batch.id, csv: byBank, mapping: MAPPING, isDryRun: false }
      await importBankResult(here, finance, result)
    },
  }
}

/** A key, a session, a staff session and a link, which work until they are closed. */
async function givenDoors(db: Db) {
  const deps = createTestDeps(db)
  const staff = await givenStaff(deps)
  const { memberId } = await givenMember(db, { isSignedIn: false })
  const session = await givenSession(db, memberId)
  const order = { name: `key ${randomUUID()}`, permissions: ['stats:read' as const], expiresInDays: 30 }
  const key = await createApiKey(deps, staff.caller, { ...order, password: staff.password })
  const link = createToken('l', memberId)
  const stored = { memberId, tokenHash: link.tokenHash, purpose: 'sign-in', expiresInMinutes: 60 } as const
  await db.transaction().execute((trx) => insertLink(trx, stored))
  const knock = async (url: string, token: string) =>
    (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status
  return {
    knock: (url: string) =>
      Promise.all([
        knock(`${url}/api/admin/stats`, key.token),
        knock(`${url}/api/admin/stats`, staff.token),
        knock(`${url}/api/auth/user`, session.token),
      ]),
    redeem: (db: Db) => redeemLink(createTestDeps(db), visitor, { token: link.token }),
    close: async () => {
      await revokeApiKey(deps, staff.actor, { id: key.id })
      const ended = { revokedAt: new Date() }
      await db.updateTable('session').set(ended).where('memberId', '=', memberId).execute()
      await db.updateTable('staffSession').set(ended).where('staffId', '=', staff.id).execute()
    },
  }
}

async function operate(name: 'backup' | 'restore', file: string, url: string) {
  const env = { ...process.env, DATABASE_URL: url, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }
  await promisify(execFile)(process.execPath, [await bundleProgram(name), file], { env })
}

type Given = Awaited<ReturnType<typeof approve>>

async function expectPaid(db: Db, withdrawals: readonly Given[]) {
  for (const { ref } of withdrawals)
    await expect.poll(() => look(db, ref), { timeout: 25_000 }).toMatchObject({ status: 'paid' })
}

/** An installation and its backup, in which everything waits that has been paid since, by every way to pay. */
async function givenPaidSinceBackup(rails: Awaited<ReturnType<typeof openRails>>) {
  const { db, url, close } = await createTestDb({ max: 5 })
  closeLater(close)
  await ensureEconomy(db)
  await setRule(db)
  const bank = await givenBankPayments(db)

  // Of these the money has left by the time of the backup, and no result has come.
  rails.holdCallbacks()
  const first = await rails.serve(url)
  const inFlight = await Promise.all(METHODS.map((method) => approve(db, method)))
  for (const { ref } of inFlight)
    await expect.poll(() => look(db, ref), { timeout: 25_000 }).toMatchObject({ payoutState: 'sent' })
  await first.kill()
  const queued = await Promise.all(METHODS.map((method) => approve(db, method)))
  const pending = await requestProven(db)
  const doors = await givenDoors(db)
  const file = path.join(await givenFolder(), 'all.backup')
  await operate('backup', file, url)

  rails.releaseCallbacks()
  const second = await rails.serve(url)
  await expectPaid(db, [...inFlight, ...queued, pending])
  await bank.record(db)
  await expectPaid(db, bank.withdrawals)
  expect(await doors.knock(second.url)).toEqual([200, 200, 200])
  await doors.close()
  await doors.redeem(db)
  await second.stop()
  return { db, url, file, doors, bank, inFlight, unsettled: [...queued, pending] }
}

test(
  'after a restore no provider, rule or bank file pays a second time, and nothing revoked works again',
  async () => {
    const rails = await openRails()
    const { db, url, file, doors, bank, inFlight, unsettled } = await givenPaidSinceBackup(rails)
    const paid = rails.payments()
    const restoredUrl = await givenEmptyDatabase(url)
    await operate('restore', file, restoredUrl)
    const restored = createDb(restoredUrl, { max: 3 })
    closeLater(() => restored.destroy())
    const deps = outsideDeps(restored)

    const server = await rails.serve(restoredUrl)
    const waiting = await Promise.all(METHODS.map((method) => approve(restored, method)))
    // The worker asks the providers about what was in flight: it works, and everything else is as due as that.
    await letTimePass(restored)
    await expectPaid(restored, inFlight)
    expect(rails.payments()).toEqual(paid)
    expect(await doors.knock(server.url)).toEqual([401, 401, 401])
    await expect(doors.redeem(restored)).rejects.toMatchObject({ code: 'LINK_INVALID' })

    await resumePayoutQueue(deps, finance, { provider: '*', note: 'Compared with the statements' })
    await letTimePass(restored)
    const later = [...waiting, await requestProven(restored)]
    await expectPaid(restored, later)
    expect(rails.payments()).toHaveLength(paid.length + later.length)

    // Staff say of each what its statement says. To approve one first pays nothing either.
    for (const { ref } of unsettled) {
      const { status, ...unpaid } = await look(restored, ref)
      expect(unpaid).toMatchObject({ receipt: null, held: 2 })
      const { receipt } = await look(db, ref)
      const decide = (said: { status: 'approved' | 'paid'; adminNotes: string }) =>
        decideWithdrawal(deps, finance, { id: ref.withdrawalId, ...said })
      if (status === 'pending') await decide({ status: 'approved', adminNotes: '' })
      await decide({ status: 'paid', adminNotes: receipt ?? '' })
      expect(await look(restored, ref)).toMatchObject({ status: 'paid', receipt, held: 0 })
    }
    for (const { ref } of bank.withdrawals) expect(await look(restored, ref)).toMatchObject({ receipt: null })
    await bank.record(restored)
    await expectPaid(restored, bank.withdrawals)
    expect(rails.payments()).toHaveLength(paid.length + later.length)
    expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] })
  },
  TEST_MS,
)
