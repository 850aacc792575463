import type { TripCause } from '@chuma/contract/payouts/automatic-payouts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../client.ts'

const columns = ['isTripped', 'cause', 'reason', 'trippedBy', 'trippedAt', 'releasedAt'] as const

const select = (db: Db | Trx) => db.selectFrom('automaticPayoutSwitch').select(columns)

export function readSwitch(db: Db) {
  return select(db).executeTakeFirstOrThrow()
}

/**
 * Lock the switch until the transaction ends, after payouts and their queue. `share`: to send, beside other senders; `update`: to throw
 * or release it, and to approve, so that the sums of the day stay true.
 */
export function lockSwitch(trx: Trx, how: 'share' | 'update') {
  return how === 'share'
    ? select(trx).forShare().executeTakeFirstOrThrow()
    : select(trx).forUpdate().executeTakeFirstOrThrow()
}

type Trip = { cause: TripCause; reason: string; trippedBy: string }

/** Null: release it. */
export async function updateSwitch(trx: Trx, trip: Trip | null): Promise<void> {
  const now = sql<Date>`statement_timestamp()`
  await trx
    .updateTable('automaticPayoutSwitch')
    .set(
      trip
        ? { ...trip, isTripped: true, trippedAt: now }
        : { isTripped: false, cause: null, reason: null, trippedBy: null, trippedAt: null, releasedAt: now },
    )
    .execute()
}
