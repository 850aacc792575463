import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import { checkPayout } from '@chuma/core/payouts/attempts/check-payout'
import { createTestDeps } from '@chuma/core/testing'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { approvePayout, closeAll, expectPaidExactlyOnce, givenServer } from './testing.ts'

afterEach(closeAll)

const HOLD = 4_711
const staff = { name: 'staff:test', role: 'owner' as const, address: null }

test.each(['staff reject', 'the sweep decides'])(
  'a sender suspended between its commit and its call pays nothing once %s',
  async (who) => {
    const { simulator, db, server } = await givenServer()
    await letCommitsOfSendingWait(db)
    const lock = await holdCommits(db)
    const payout = await approvePayout(db)
    await expect.poll(() => countHeldCommits(db), { timeout: 20_000 }).toBe(1)
    server.suspend()
    await lock.release()
    // PostgreSQL finishes the commit without the process that asked for it.
    await expect.poll(() => readState(db, payout.id)).toMatchObject({ state: 'sending' })
    await expect
      .poll(() => readState(db, payout.id), { timeout: 10_000 })
      .toMatchObject({ isLeaseOver: true })

    const deps = otherWorker(db)
    await checkPayout(deps, { memberId: payout.memberId, withdrawalId: payout.id })
    const rejection = { id: payout.id, status: 'rejected', adminNotes: 'Not on the statement' } as const
    if (who === 'staff reject') await decideWithdrawal(deps, staff, rejection)

    server.wake()
    // Its only sender does one payout after the other, so the sleeper has finished once this one is paid.
    await expectPaidExactlyOnce(db, simulator, await approvePayout(db))
    expect(simulator.orders().filter(({ msisdn }) => msisdn === payout.mpesaNumber)).toEqual([])
    expect(await readState(db, payout.id)).toMatchObject({
      state: who === 'staff reject' ? 'failed' : 'needs_review',
    })
  },
)

/** A worker that gives what has no result to a person at once. */
function otherWorker(db: Db) {
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
  return { ...deps, payouts: { ...deps.payouts, rails: [provider], checkAfterSeconds: [] } }
}

/** Make the commit of a step to `sending` wait for an advisory lock. */
async function letCommitsOfSendingWait(db: Db) {
  await sql`create function wait_for_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${sql.lit(HOLD)}); return null; end $$`.execute(db)
  await sql`create constraint trigger sending_waits after update on payout_attempt deferrable initially deferred
    for each row when (new.state = 'sending') execute function wait_for_test()`.execute(db)
}

async function holdCommits(db: Db) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let held = () => {}
  const holds = new Promise<void>((resolve) => {
    held = resolve
  })
  const done = db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(HOLD)})`.execute(trx)
    held()
    await released
  })
  await holds
  return {
    release: () => {
      release()
      return done
    },
  }
}

async function countHeldCommits(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ${sql.lit(HOLD)} and not granted
  `.execute(db)
  return rows[0]?.n ?? 0
}

async function readState(db: Db, id: string) {
  const { rows } = await sql<{ state: string; isLeaseOver: boolean }>`
    select state, coalesce(lease_until <= clock_timestamp(), true) as is_lease_over
    from payout_attempt where withdrawal_id = ${id} order by attempt_no desc limit 1
  `.execute(db)
  return rows[0]
}
