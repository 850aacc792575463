import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type DeviceRef = { memberId: string; tokenHash: Buffer }
type Terms = { days: number; most: number }

const inDays = (days: number) => sql<Date>`now() + make_interval(days => ${days})`

/** Whether the browser with this token has logged in to the account with this address, and still counts. */
export async function isKnownDevice(
  db: Db,
  { memberId, tokenHash, email }: DeviceRef & { email: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('knownDevice')
    .innerJoin('member', 'member.memberId', 'knownDevice.memberId')
    .select('knownDevice.memberId')
    .where('knownDevice.memberId', '=', memberId)
    .where('knownDevice.tokenHash', '=', tokenHash)
    .where('knownDevice.expiresAt', '>', sql<Date>`now()`)
    .where('member.email', '=', email)
    .executeTakeFirst()
  return found !== undefined
}

/** Count a device's days from now. False when it was forgotten in the meantime. */
export async function touchKnownDevice(
  trx: Trx,
  { memberId, tokenHash }: DeviceRef,
  { days }: Pick<Terms, 'days'>,
): Promise<boolean> {
  const touched = await trx
    .updateTable('knownDevice')
    .set({ usedAt: sql<Date>`now()`, expiresAt: inDays(days) })
    .where('memberId', '=', memberId)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return touched.numUpdatedRows > 0n
}

/** Keep a device, and of the member's others only the last used. The caller has locked the member. */
export async function insertKnownDevice(
  trx: Trx,
  { memberId, tokenHash }: DeviceRef,
  { days, most }: Terms,
): Promise<void> {
  const kept = await trx
    .selectFrom('knownDevice')
    .select('tokenHash')
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('usedAt', 'desc')
    .limit(most - 1)
    .execute()
  await trx
    .deleteFrom('knownDevice')
    .where('memberId', '=', memberId)
    .$if(kept.length > 0, (query) =>
      query.where(
        'tokenHash',
        'not in',
        kept.map((device) => device.tokenHash),
      ),
    )
    .execute()
  await trx
    .insertInto('knownDevice')
    .values({ memberId, tokenHash, expiresAt: inDays(days) })
    .execute()
}

export function forgetDevices(db: Db, memberId: string) {
  return db.deleteFrom('knownDevice').where('memberId', '=', memberId).execute()
}

/** Record that a browser which another member's account knows opened this one. Does nothing for a token that is not theirs. */
export async function insertSharedBrowser(
  trx: Trx,
  { memberId, otherId, tokenHash }: DeviceRef & { otherId: string },
): Promise<void> {
  const known = await trx
    .selectFrom('knownDevice')
    .select('memberId')
    .where('memberId', '=', otherId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!known) return
  await trx
    .insertInto('sharedBrowser')
    .values({ memberId, otherId })
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'otherId']).doUpdateSet((eb) => ({ seenAt: eb.ref('excluded.seenAt') })),
    )
    .execute()
}
