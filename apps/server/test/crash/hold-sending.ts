import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { createTestDeps } from '@chuma/core/testing'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'

const HOLD = 4_711

/** A worker that gives what has no result to a person at once. */
export function otherWorker(db: Db, name = 'daraja', method: WithdrawalMethod = 'mpesa') {
  const deps = createTestDeps(db)
  const unused = () => Promise.reject(new Error('only the server pays'))
  const unread = () => ({ ok: false as const, reason: 'only the server reads' })
  const provider = {
    name,
    methods: [method],
    prepare: unused,
    send: unused,
    queryStatus: unused,
    parseResult: unread,
    parseStatus: unread,
  }
  return { ...deps, payouts: { ...deps.payouts, rails: [provider], checkAfterSeconds: [] } }
}

/** Make the commit of a step to `sending` wait for an advisory lock. */
export async function letCommitsOfSendingWait(db: Db) {
  await sql`create function wait_for_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${sql.lit(HOLD)}); return null; end $$`.execute(db)
  await sql`create constraint trigger sending_waits after update on payout_attempt deferrable initially deferred
    for each row when (new.state = 'sending') execute function wait_for_test()`.execute(db)
}

/** Hold the commits that wait, until `release`. */
export async function holdCommits(db: Db) {
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

export async function countHeldCommits(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ${sql.lit(HOLD)} and not granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** The state of a withdrawal's last attempt, and whether its sender may still write. */
export async function readState(db: Db, id: string) {
  const { rows } = await sql<{ state: string; isLeaseOver: boolean }>`
    select state, coalesce(lease_until <= clock_timestamp(), true) as is_lease_over
    from payout_attempt where withdrawal_id = ${id} order by attempt_no desc limit 1
  `.execute(db)
  return rows[0]
}
