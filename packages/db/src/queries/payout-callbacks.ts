import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import type { CallbackKind } from '../schema.ts'

type NewCallback = {
  kind: CallbackKind
  tokenHash: string
  body: Buffer
  bodyHash: Buffer
  address: string | null
}

/** Keeps what the provider said; nothing comes back when the same words were said before. */
export function insertCallback(trx: Trx, callback: NewCallback) {
  return trx
    .insertInto('payoutCallback')
    .values(callback)
    .onConflict((conflict) => conflict.columns(['kind', 'tokenHash', 'bodyHash']).doNothing())
    .returning('callbackId')
    .executeTakeFirst()
}

export function getCallback(db: Db, callbackId: string) {
  return db
    .selectFrom('payoutCallback')
    .select(['kind', 'tokenHash', 'body'])
    .where('callbackId', '=', callbackId)
    .executeTakeFirstOrThrow()
}

export async function findCallbackOutcome(db: Db, callbackId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('payoutCallbackOutcome')
    .select('outcome')
    .where('callbackId', '=', callbackId)
    .executeTakeFirst()
  return found?.outcome
}

/** Refused by the primary key the second time: what a call-back changes and this row commit together, once. */
export async function insertCallbackOutcome(
  trx: Trx,
  row: { callbackId: string; outcome: string; detail: string },
): Promise<void> {
  await trx.insertInto('payoutCallbackOutcome').values(row).execute()
}

/**
 * Call-backs whose job has vanished or has given up. Those with a job still to run are left to it, so that a
 * call-back which cannot be processed never piles up jobs.
 */
export async function listStrandedCallbacks(
  db: Db,
  olderThanSeconds: number,
  limit = 100,
): Promise<string[]> {
  const { rows } = await sql<{ callbackId: string }>`
    select callback_id from payout_callback c
    where received_at <= clock_timestamp() - make_interval(secs => ${olderThanSeconds})
      and not exists (select from payout_callback_outcome o where o.callback_id = c.callback_id)
      and not exists (
        select from pgboss.job
        where name = 'process-payout-callback' and state in ('created', 'retry', 'active')
          and data ->> 'callbackId' = c.callback_id::text
      )
    order by received_at
    limit ${limit}
  `.execute(db)
  return rows.map((row) => row.callbackId)
}
