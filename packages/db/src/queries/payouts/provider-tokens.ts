import { sql } from 'kysely'
import type { Db } from '../../client.ts'

export function findToken(db: Db, provider: string) {
  return db
    .selectFrom('providerToken')
    .select([
      'token',
      'renewAt',
      'turn',
      'failure',
      sql<boolean>`lease_until > clock_timestamp()`.as('isLeased'),
    ])
    .where('provider', '=', provider)
    .executeTakeFirst()
}

type Claim = { provider: string; seenTurn: number; leaseSeconds: number }

/**
 * Take the turn after the one that was seen, unless another process has, and return its number. Of any number of processes
 * that saw the same turn one gets it.
 */
export async function takeTurn(db: Db, { provider, seenTurn, leaseSeconds }: Claim) {
  const leaseUntil = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`
  const taken = await db
    .insertInto('providerToken')
    .values({ provider, token: null, renewAt: null, turn: 1, leaseUntil, failure: null })
    .onConflict((conflict) =>
      conflict
        .column('provider')
        .doUpdateSet({ turn: seenTurn + 1, leaseUntil, failure: null })
        .where('providerToken.turn', '=', seenTurn)
        .where(sql<boolean>`coalesce(provider_token.lease_until <= clock_timestamp(), true)`),
    )
    .returning('turn')
    .executeTakeFirst()
  return taken?.turn
}

type Turn = { provider: string; turn: number }
type TurnEnd = { token: string; renewAt: Date } | { failure: object }

/** False when the lease was over and another process has the turn; then nothing is written. */
export async function endTurn(db: Db, { provider, turn }: Turn, end: TurnEnd): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('providerToken')
    .set({
      leaseUntil: null,
      ...('token' in end
        ? { ...end, failure: null }
        : { token: null, renewAt: null, failure: JSON.stringify(end.failure) }),
    })
    .where('provider', '=', provider)
    .where('turn', '=', turn)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
