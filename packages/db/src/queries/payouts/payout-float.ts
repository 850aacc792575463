import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

export function findFloat(db: Db, provider: string) {
  return db
    .selectFrom('payoutFloat')
    .select(['availableKes', 'askedAt', 'isLow'])
    .where('provider', '=', provider)
    .executeTakeFirst()
}

/** Written before the query is sent. Unanswered ones are removed after two days. */
export async function insertFloatQuery(
  trx: Trx,
  query: { provider: string; tokenHash: string },
): Promise<void> {
  await trx
    .deleteFrom('payoutFloatQuery')
    .where('askedAt', '<', sql<Date>`clock_timestamp() - interval '2 days'`)
    .execute()
  await trx.insertInto('payoutFloatQuery').values(query).execute()
}

export function findFloatQuery(db: Db, tokenHash: string) {
  return db
    .selectFrom('payoutFloatQuery')
    .select(['provider', 'askedAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

type NewFloat = { provider: string; availableKes: number; askedAt: Date }

/** Of two answers, the one to the later query counts. False when a later one is known. */
export async function upsertFloat(trx: Trx, float: NewFloat): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payoutFloat')
    .values(float)
    .onConflict((conflict) =>
      conflict
        .column('provider')
        .doUpdateSet({ availableKes: float.availableKes, askedAt: float.askedAt })
        .whereRef('payoutFloat.askedAt', '<', sql<Date>`excluded.asked_at`),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** True for the caller that changed it. */
export async function setFloatLow(trx: Trx, provider: string, isLow: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payoutFloat')
    .set({ isLow })
    .where('provider', '=', provider)
    .where('isLow', '<>', isLow)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function isAnyWaitingForFloat(db: Db, provider: string): Promise<boolean> {
  const found = await db
    .selectFrom('withdrawal as w')
    .innerJoin('payoutAttempt as a', (join) =>
      join.onRef('a.memberId', '=', 'w.memberId').onRef('a.withdrawalId', '=', 'w.withdrawalId'),
    )
    .select('w.withdrawalId')
    .where('w.waitReason', '=', 'low-float')
    .where('a.state', '=', 'prepared')
    .where('a.provider', '=', provider)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
