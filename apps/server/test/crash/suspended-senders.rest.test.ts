import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy, demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import { verifyLedger } from '@chuma/core/books/verify-ledger'
import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import { checkPayout } from '@chuma/core/payouts/attempts/send-payout'
import { finance, givenWithdrawal, look } from '@chuma/core/payouts/testing'
import { createTestDeps } from '@chuma/core/testing'
import type { Db } from '@chuma/db/client'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { closeAll, closeLater, createServerProcess, openRail, openSimulator, outsideRail } from './testing.ts'

afterEach(closeAll)

const METHODS = { daraja: 'mpesa', airtel: 'airtel', airtime: 'airtime' } as const
type Rail = keyof typeof METHODS

/** The terms of the server, so that the approval lifts what would hold the payout there. */
const terms = economy.parse({ ...defaultEconomy, ...demoLimits, firstPayoutHoldHours: 24 })
const HOLD = 4_711

/** The real process with this provider only. */
async function givenServer(rail: Rail) {
  const { db, url, close } = await createTestDb({ max: 5 })
  closeLater(close)
  if (rail === 'daraja') {
    const simulator = await openSimulator()
    const server = await createServerProcess(simulator, { DATABASE_URL: url })
    await server.start()
    return { db, server, orders: simulator.orders, payments: () => simulator.ledger().payments }
  }
  const { simulator, env, path } = await openRail(rail)
  const server = await createServerProcess(simulator, {
    DATABASE_URL: url,
    PAYOUT_PROVIDER: 'manual',
    PAYOUT_METHODS: `mpesa,bank,${rail}`,
    SMS_PROVIDER: 'off',
    ...env,
  })
  simulator.setCallbackUrl(`${server.url}${path}`)
  await server.start()
  return { db, server, orders: simulator.orders, payments: simulator.payments }
}

/** A worker outside the process, which gives what has no result to a person at once. */
function outsideDeps(db: Db, rail: Rail) {
  const deps = createTestDeps(db, { economy: async () => terms })
  const rails = [outsideRail(rail, METHODS[rail])]
  return { ...deps, payouts: { ...deps.payouts, rails, checkAfterSeconds: [] } }
}

let numbers = 0

/** Request KES 2,000 and approve them, from outside the process. */
async function approvePayout(db: Db, rail: Rail) {
  const mpesaNumber = `2547331100${String(++numbers).padStart(2, '0')}`
  const given = await givenWithdrawal(db, { method: METHODS[rail], mpesaNumber })
  await decideWithdrawal(outsideDeps(db, rail), finance, { id: given.id, status: 'approved', adminNotes: '' })
  return { ...given, mpesaNumber }
}

/** Make the commit of a step to `sending` wait for an advisory lock. */
async function letCommitsOfSendingWait(db: Db) {
  await sql`create function wait_for_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${sql.lit(HOLD)}); return null; end $$`.execute(db)
  await sql`create constraint trigger sending_waits after update on payout_attempt deferrable initially deferred
    for each row when (new.state = 'sending') execute function wait_for_test()`.execute(db)
}

async function countHeldCommits(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ${sql.lit(HOLD)} and not granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** The state of a withdrawal's last attempt, and whether its sender may still write. */
async function readState(db: Db, id: string) {
  const { rows } = await sql<{ state: string; isLeaseOver: boolean }>`
    select state, coalesce(lease_until <= clock_timestamp(), true) as is_lease_over
    from payout_attempt where withdrawal_id = ${id} order by attempt_no desc limit 1
  `.execute(db)
  return rows[0]
}

const cases = (['daraja', 'airtel', 'airtime'] as const).flatMap((rail) =>
  (['staff reject', 'the sweep decides'] as const).map((who) => [rail, who] as const),
)

test.each(cases)(
  'a sender of %s suspended between its commit and its call pays nothing once %s',
  async (rail, who) => {
    const { db, server, orders, payments } = await givenServer(rail)
    await letCommitsOfSendingWait(db)
    const payout = await db.transaction().execute(async (holder) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(HOLD)})`.execute(holder)
      const approved = await approvePayout(db, rail)
      await expect.poll(() => countHeldCommits(db), { timeout: 20_000 }).toBe(1)
      server.suspend()
      return approved
    })
    // PostgreSQL finishes the commit without the process that asked for it.
    await expect.poll(() => readState(db, payout.id)).toMatchObject({ state: 'sending' })
    await expect
      .poll(() => readState(db, payout.id), { timeout: 10_000 })
      .toMatchObject({ isLeaseOver: true })

    const deps = outsideDeps(db, rail)
    await checkPayout(deps, payout.ref)
    const rejection = { id: payout.id, status: 'rejected', adminNotes: 'Not on the statement' } as const
    if (who === 'staff reject') await decideWithdrawal(deps, finance, rejection)

    server.wake()
    // Its only sender does one payout after the other, so the sleeper has finished once this one is paid.
    const next = await approvePayout(db, rail)
    await expect
      .poll(async () => (await look(db, next.ref)).status, { timeout: 25_000, interval: 100 })
      .toBe('paid')
    expect(payments().filter(({ msisdn }) => msisdn === next.mpesaNumber)).toHaveLength(1)
    expect(orders().filter(({ msisdn }) => msisdn === payout.mpesaNumber)).toEqual([])
    const state = who === 'staff reject' ? 'failed' : 'needs_review'
    expect(await readState(db, payout.id)).toMatchObject({ state })
    expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] })
  },
)
