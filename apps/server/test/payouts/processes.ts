import { ensureEconomy } from '@chuma/core/admin/economy'
import { createStaff } from '@chuma/core/admin/staff/manage-staff'
import { logInStaff } from '@chuma/core/admin/staff/own-staff-account'
import { verifyLedger } from '@chuma/core/books/verify-ledger'
import { requestWithdrawal } from '@chuma/core/payouts/withdrawals'
import { createTestDeps, givenMember } from '@chuma/core/testing'
import type { Db } from '@chuma/db/client'
import { createTestDb } from '@chuma/db/testing'
import { type BehaviourName, behaviours } from '@chuma/mpesa/simulator/behaviours'
import { startSimulator } from '@chuma/mpesa/simulator/start-simulator'
import { expect } from 'vitest'
import { closeLater, createServerProcess } from '../crash/testing.ts'
import { call } from './testing.ts'

export type Fleet = Awaited<ReturnType<typeof startFleet>>

/** Start two real processes on one database and one simulator, and sign in staff. */
export async function startFleet() {
  const simulator = await startSimulator({
    callbackDelayMs: 20,
    slowCallbackDelayMs: 500,
    connectionHoldMs: 0,
    consumer: { key: 'key', secret: 'secret' },
  })
  closeLater(simulator.close)
  const { db, url, close } = await createTestDb({ max: 5 })
  closeLater(close)
  // The servers run for real, where nothing is paid out before an owner has chosen the numbers.
  await ensureEconomy(db)
  const create = () => createServerProcess(simulator, { DATABASE_URL: url })
  const servers = [await create(), await create()] as const
  await Promise.all(servers.map((server) => server.start()))

  const deps = createTestDeps(db)
  const login = { username: 'payouts', password: 'a-long-staff-password' }
  await createStaff(deps, { ...login, role: 'owner' })
  const visitor = { member: null, staff: null, apiKey: null, address: null, userAgent: null }
  const { token } = await logInStaff(deps, visitor, login)
  return { simulator, db, servers, token }
}

let numbers = 0

/** Hold points for payouts of KES 3,000 that staff decide about. */
export async function requestPayouts({ db }: Fleet, names: readonly BehaviourName[]) {
  const deps = createTestDeps(db)
  return Promise.all(
    names.map(async (name) => {
      const member = await givenMember(db, { points: 5 })
      const mpesaNumber = `25471${String(numbers++).padStart(4, '0')}${behaviours[name].suffix}`
      const { id } = await requestWithdrawal(deps, member, {
        withdrawalMethod: 'mpesa',
        pointsToWithdraw: 3,
        mpesaNumber,
        idempotencyKey: undefined,
      })
      return { id, name, mpesaNumber, memberId: member.memberId }
    }),
  )
}

export async function approveInBulk({ servers, token }: Fleet, which: number, limit = 1000) {
  const server = servers[which] ?? servers[0]
  const order = { all: true, limit }
  const { status, body } = await call(server, token, ['POST', '/api/admin/withdrawals/bulk-approve', order])
  expect(status).toBe(200)
  return body.approvedCount as number
}

export async function listStates(db: Db) {
  const rows = await db
    .selectFrom('withdrawal')
    .select(['withdrawalId', 'status', 'payoutState', 'mpesaNumber', 'receipt'])
    .execute()
  return rows
}

/** List the states of unpaid payouts: only those that wait for staff may be left. */
export async function listUnsettled(db: Db): Promise<(string | null)[]> {
  const rows = await listStates(db)
  return rows
    .filter(({ status, payoutState }) => status === 'approved' && payoutState !== 'needs_review')
    .map(({ payoutState }) => payoutState)
}

/** Expect that money sent equals money booked, payment by payment. */
export async function expectBooked({ db, simulator }: Fleet): Promise<void> {
  const booked = (await listStates(db))
    .filter(({ status }) => status === 'paid')
    .map(({ mpesaNumber, receipt }) => `${mpesaNumber} ${receipt}`)
  const sent = simulator.ledger().payments.map(({ msisdn, receipt }) => `${msisdn} ${receipt}`)
  expect(booked.sort()).toEqual(sent.sort())
  expect(new Set(simulator.ledger().payments.map(({ msisdn }) => msisdn)).size).toBe(sent.length)
  expect(await verifyLedger(createTestDeps(db))).toMatchObject({ ok: true, findings: [] })
}

/** Resume the queue if it stopped, as if the cause were fixed. */
export async function letQueueGoOn({ servers, token }: Fleet): Promise<void> {
  const { status } = await call(servers[0], token, [
    'POST',
    '/api/admin/payout-queue/resume',
    { note: 'Go on' },
  ])
  expect([200, 409]).toContain(status)
}

/** Staff decide from the provider's statement what only a person may. */
export async function judge({ db, simulator, servers, token }: Fleet): Promise<void> {
  for (const { originatorConversationId } of simulator.orders()) {
    simulator.settle({ originatorConversationId, status: 'Declined' })
  }
  for (const { withdrawalId, mpesaNumber, payoutState } of await listStates(db)) {
    if (payoutState !== 'needs_review') continue
    const proof = simulator.ledger().payments.find(({ msisdn }) => msisdn === mpesaNumber)
    const decision = proof
      ? { status: 'paid', adminNotes: proof.receipt }
      : { status: 'rejected', adminNotes: 'Not on the statement' }
    const answer = await call(servers[0], token, ['PUT', `/api/admin/withdrawals/${withdrawalId}`, decision])
    expect(answer.status).toBe(200)
  }
}
