import type { Trx } from '../client.ts'

type KeyRef = { memberId: string; operation: string; key: string }

export function findIdempotencyKey(trx: Trx, { memberId, operation, key }: KeyRef) {
  return trx
    .selectFrom('idempotencyKey')
    .select(['requestHash', 'response'])
    .where('memberId', '=', memberId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirst()
}

export function insertIdempotencyKey(trx: Trx, row: KeyRef & { requestHash: Buffer; response: object }) {
  return trx
    .insertInto('idempotencyKey')
    .values({ ...row, response: JSON.stringify(row.response) })
    .execute()
}
