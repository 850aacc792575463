import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'

// Not now(): a transaction may have waited for its lock a while. The statement that changes the row begins after that.
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

/** Keeps what the provider said, to be processed; nothing comes back when the same words were said before. */
export async function insertCallback(trx: Trx, callback: NewCallback, patienceSeconds: number) {
  const { kind, tokenHash, bodyHash, isFromProvider } = callback
  const word = await trx
    .insertInto('payoutCallbackWord')
    .values({ kind, tokenHash, bodyHash, isFromProvider })
    .onConflict((conflict) =>
      conflict.columns(['tokenHash', 'kind', 'bodyHash', 'isFromProvider']).doNothing(),
    )
    .returning('tokenHash')
    .executeTakeFirst()
  if (!word) return undefined
  const inserted = await trx
    .insertInto('payoutCallback')
    .values(callback)
    .returning('callbackId')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('payoutCallbackOutcome')
    .values({ ...inserted, outcome: null, dueAt: inSeconds(patienceSeconds), processedAt: null })
    .execute()
  return inserted
}

export function getCallback(db: Db, callbackId: string) {
  return db
    .selectFrom('payoutCallback')
    .select(['kind', 'tokenHash', 'body', 'address', 'isFromProvider'])
    .where('callbackId', '=', callbackId)
    .executeTakeFirstOrThrow()
}

/** Until the transaction ends nobody else can process it. False: somebody has. */
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

/** Call-backs that wait although their job should long have been done. */
export async function listDueCallbacks(db: Db, limit = 100): Promise<string[]> {
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

/** Puts a due call-back off; false when another worker was first. */
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
