import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { announceJobs, jobsInsert } from '../jobs.ts'
import { writeTogether } from '../write-together.ts'

// Not now(): the transaction may have waited for its lock. The statement that changes the row begins after that.
const now = sql<Date>`statement_timestamp()`
const inSeconds = (seconds: number) => sql<Date>`statement_timestamp() + make_interval(secs => ${seconds})`

type NewCallback = {
  kind: Database['payoutCallback']['kind']
  tokenHash: string
  body: Buffer
  bodyHash: Buffer
  address: string | null
  isFromProvider: boolean
}

/** Store a callback with the job that processes it. False when the same bytes were stored before: the caller rolls back then. */
export async function insertCallback(trx: Trx, callback: NewCallback, patienceSeconds: number) {
  const { kind, tokenHash, bodyHash, isFromProvider } = callback
  const callbackId = randomUUID()
  const written = await writeTogether(trx, {
    callback: trx
      .insertInto('payoutCallback')
      .values({ callbackId, ...callback })
      .returning('callbackId'),
    outcome: trx
      .insertInto('payoutCallbackOutcome')
      .values({ callbackId, dueAt: inSeconds(patienceSeconds) })
      .returning('callbackId'),
    job: jobsInsert('process-payout-callback', [{ callbackId }]),
    word: trx
      .insertInto('payoutCallbackWord')
      .values({ kind, tokenHash, bodyHash, isFromProvider })
      .onConflict((conflict) =>
        conflict.columns(['tokenHash', 'kind', 'bodyHash', 'isFromProvider']).doNothing(),
      )
      .returning('tokenHash'),
  })
  await announceJobs(trx, 'process-payout-callback')
  return written.word === 1
}

/** `ref`: the attempt that its token names; null for a balance. */
export async function getCallback(db: Db, callbackId: string) {
  const { memberId, withdrawalId, attemptNo, ...callback } = await db
    .with('c', (query) =>
      query
        .selectFrom('payoutCallback')
        .select(['kind', 'tokenHash', 'body', 'address', 'isFromProvider'])
        .where('callbackId', '=', callbackId),
    )
    // By a value that was read: the reference may be on another server.
    .with('r', (query) =>
      query
        .selectFrom('payoutReference')
        .select(['memberId', 'withdrawalId', 'attemptNo'])
        .where('value', 'in', (token) => token.selectFrom('c').select('tokenHash'))
        .where('kind', 'in', (kind) =>
          kind.selectFrom('c').select(sql<Database['payoutReference']['kind']>`kind || '-token'`.as('kind')),
        ),
    )
    .selectFrom('c')
    .leftJoin('r', (join) => join.onTrue())
    .select(['c.kind', 'c.tokenHash', 'c.body', 'c.address', 'c.isFromProvider'])
    .select(['r.memberId', 'r.withdrawalId', 'r.attemptNo'])
    .executeTakeFirstOrThrow()
  const ref =
    memberId === null || withdrawalId === null ? null : { memberId, withdrawalId, attemptNo: attemptNo ?? 0 }
  return { ...callback, ref }
}

/** Lock a callback for processing until the transaction ends. False when it has been processed. */
export async function lockWaitingCallback(trx: Trx, callbackId: string): Promise<boolean> {
  const { outcome } = await trx
    .selectFrom('payoutCallbackOutcome')
    .select('outcome')
    .where('callbackId', '=', callbackId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return outcome === null
}

type Outcome = { callbackId: string; outcome: string; detail: string }

export function updateCallbackOutcome(trx: Trx, { callbackId, ...outcome }: Outcome) {
  return trx
    .updateTable('payoutCallbackOutcome')
    .set({ ...outcome, processedAt: now })
    .where('callbackId', '=', callbackId)
    .execute()
}

/** List callbacks that still wait although their job should long have run. */
export async function listDueCallbacks(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payoutCallbackOutcome')
    .select('callbackId')
    .where('outcome', 'is', null)
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(limit)
    .execute()
  return rows.map((row) => row.callbackId)
}

/** Postpone a due callback; false when another worker was first. */
export async function postponeCallback(trx: Trx, callbackId: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payoutCallbackOutcome')
    .set({ dueAt: inSeconds(seconds) })
    .where('callbackId', '=', callbackId)
    .where('outcome', 'is', null)
    .where('dueAt', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** List the ids of a provider's callbacks about payouts to this member. */
export async function listPayoutCallbacksOf(trx: Trx, memberId: string): Promise<string[]> {
  // In two steps: a token and its callback may be on two servers.
  const said = await trx
    .with('mine', (query) =>
      query.selectFrom('payoutReference').select(['kind', 'value']).where('memberId', '=', memberId),
    )
    .selectFrom('payoutCallback as c')
    .innerJoin('mine', (join) =>
      join.onRef('mine.value', '=', 'c.tokenHash').on('mine.kind', '=', sql`c.kind || '-token'`),
    )
    .select('c.callbackId')
    .execute()
  return said.map(({ callbackId }) => callbackId)
}
