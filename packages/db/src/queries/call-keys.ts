import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import { forgetInBatches } from './forget-in-batches.ts'

/** Whose key it is: `staff:<name>`, `member:<id>`, or `visitor` for everybody who is not signed in. */
type CallKey = { caller: string; operation: string; key: string }

/** Books a key, unless it is booked: then it waits for the call that did to end, and answers false. */
export async function bookCallKey(trx: Trx, row: CallKey & { requestHash: Buffer }): Promise<boolean> {
  const booked = await trx
    .insertInto('callKey')
    .values({ ...row, made: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return booked !== undefined
}

export function findCallKey(db: Db, { caller, operation, key }: CallKey) {
  return db
    .selectFrom('callKey')
    .select(['requestHash', 'made'])
    .where('caller', '=', caller)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirst()
}

export function setMade(trx: Trx, { caller, operation, key }: CallKey, made: string) {
  return trx
    .updateTable('callKey')
    .set({ made })
    .where('caller', '=', caller)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .execute()
}

/** Nobody repeats a call after a week. */
export function forgetCallKeys(db: Db): Promise<void> {
  return forgetInBatches((limit) =>
    sql`
      delete from call_key where (caller, operation, key) in (
        select caller, operation, key from call_key where created_at < now() - interval '7 days'
        order by created_at limit ${limit}
      )
    `.execute(db),
  )
}
