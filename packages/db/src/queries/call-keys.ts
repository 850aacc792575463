import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import { forgetInBatches } from './retention.ts'

/** `caller`: `staff:<name>`, `key:<name>`, `member:<id>`, or `visitor` for everyone who is not signed in. */
type CallKey = { caller: string; operation: string; key: string }

/** A request's keyed hash, and the id of the key. */
type Keyed = { requestHash: Buffer; requestKeyId: string }

/** Book a key. If it is already booked, wait for the call that booked it to end, and return false. */
export async function bookCallKey(
  trx: Trx,
  { requestHash, requestKeyId, isKept, ...key }: CallKey & Keyed & { isKept: boolean },
): Promise<boolean> {
  const booked = await trx
    .insertInto('callKey')
    .values({
      ...toRow(key),
      requestHash,
      requestKeyId,
      expiresAt: isKept ? null : sql<Date>`now() + make_interval(days => retention_days('idempotency keys'))`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return booked !== undefined
}

export function findCallKey(db: Db, callKey: CallKey) {
  const { callerId, operation, key } = toRow(callKey)
  return db
    .selectFrom('callKey')
    .select(['requestHash', 'requestKeyId', 'answer'])
    .where('callerId', '=', callerId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirst()
}

export function setAnswer(trx: Trx, callKey: CallKey, answer: unknown) {
  const { callerId, operation, key } = toRow(callKey)
  return trx
    .updateTable('callKey')
    .set({ answer: JSON.stringify(answer) })
    .where('callerId', '=', callerId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .execute()
}

export function forgetCallKeys(db: Db): Promise<void> {
  return forgetInBatches((limit) =>
    db
      .deleteFrom('callKey')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('callerId', 'operation', 'key'),
          'in',
          selectFrom('callKey')
            .select(['callerId', 'operation', 'key'])
            .where('expiresAt', '<', sql<Date>`now()`)
            .orderBy('expiresAt')
            .limit(limit)
            .$asTuple('callerId', 'operation', 'key'),
        ),
      )
      .executeTakeFirstOrThrow(),
  )
}

const identity = ['callerId', 'operation', 'key'] as const
type PlainCallKey = { callerId: string; operation: string; key: string; requestHash: Buffer }

/** List keys whose request an earlier version hashed without a key. One caller at a time, until the transaction ends. */
export async function listPlainCallKeys(trx: Trx, limit: number): Promise<PlainCallKey[]> {
  await sql`select pg_advisory_xact_lock(hashtext('plain-call-keys'))`.execute(trx)
  return trx
    .selectFrom('callKey')
    .select([...identity, 'requestHash'])
    .where('requestKeyId', 'is', null)
    .orderBy('callerId')
    .orderBy('operation')
    .orderBy('key')
    .limit(limit)
    .execute()
}

/** Replace plain hashes, and take the account number out of answers: it is in the withdrawal, sealed. */
export async function replaceCallKeys(trx: Trx, rows: readonly (PlainCallKey & Keyed)[]): Promise<void> {
  await sql`
    update call_key as t set request_hash = n.hash, request_key_id = n.key_id,
      answer = case when t.answer ->> 'accountNumber' is null then t.answer
        else jsonb_set(t.answer, '{accountNumber}', 'null') end
    from unnest(${rows.map((row) => row.callerId)}::uuid[], ${rows.map((row) => row.operation)}::text[],
      ${rows.map((row) => row.key)}::text[], ${rows.map((row) => row.requestHash)}::bytea[],
      ${rows.map((row) => row.requestKeyId)}::text[]) as n (caller_id, operation, key, hash, key_id)
    where t.caller_id = n.caller_id and t.operation = n.operation and t.key = n.key and t.request_key_id is null
  `.execute(trx)
}

export type CallKeyPlace = { callerId: string; operation: string; key: string }

/**
 * Empty the hashes of the next keys' requests that another key has hashed. @returns the last one that was looked at; undefined
 * at the end
 */
export async function forgetRequestsAfter(
  trx: Trx,
  { after, limit, keyId }: { after: CallKeyPlace; limit: number; keyId: string },
): Promise<CallKeyPlace | undefined> {
  const { rows } = await sql<CallKeyPlace>`
    with next as (
      select caller_id, operation, key, request_key_id <> ${keyId} as is_other from call_key
      where (caller_id, operation, key) > (${after.callerId}::uuid, ${after.operation}::text, ${after.key}::text)
      order by caller_id, operation, key limit ${limit}
    ), forgotten as (
      update call_key as t set request_hash = '' from next as n
      where n.is_other and t.caller_id = n.caller_id and t.operation = n.operation and t.key = n.key
    )
    select caller_id, operation, key from next order by caller_id desc, operation desc, key desc limit 1
  `.execute(trx)
  return rows[0]
}

const MEMBER = 'member:'

function toRow({ caller, operation, key }: CallKey) {
  const callerId = caller.startsWith(MEMBER)
    ? caller.slice(MEMBER.length)
    : createHash('sha256').update(caller).digest('hex').slice(0, 32)
  return { callerId, operation, key }
}
