import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import { forgetInBatches } from './forget-in-batches.ts'

/** `caller`: `staff:<name>`, `key:<name>`, `member:<id>`, or `visitor` for everyone who is not signed in. */
type CallKey = { caller: string; operation: string; key: string }

/** Book a key. If it is already booked, wait for the call that booked it to end, and return false. */
export async function bookCallKey(
  trx: Trx,
  { requestHash, isKept, ...key }: CallKey & { requestHash: Buffer; isKept: boolean },
): Promise<boolean> {
  const booked = await trx
    .insertInto('callKey')
    .values({
      ...toRow(key),
      requestHash,
      answer: null,
      expiresAt: isKept ? null : sql<Date>`now() + interval '7 days'`,
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
    .select(['requestHash', 'answer'])
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

const MEMBER = 'member:'

function toRow({ caller, operation, key }: CallKey) {
  const callerId = caller.startsWith(MEMBER)
    ? caller.slice(MEMBER.length)
    : createHash('sha256').update(caller).digest('hex').slice(0, 32)
  return { callerId, operation, key }
}
