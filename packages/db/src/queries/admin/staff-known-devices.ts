import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type DeviceRef = { staffId: string; tokenHash: Buffer }
type Terms = { days: number; most: number }

const inDays = (days: number) => sql<Date>`now() + make_interval(days => ${days})`

/** Whether the browser with this token has logged in to the account of this name, and still counts. */
export async function isKnownStaffDevice(
  db: Db,
  { staffId, tokenHash, username }: DeviceRef & { username: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('staffKnownDevice')
    .innerJoin('staff', 'staff.staffId', 'staffKnownDevice.staffId')
    .select('staff.staffId')
    .where('staffKnownDevice.staffId', '=', staffId)
    .where('staffKnownDevice.tokenHash', '=', tokenHash)
    .where('staffKnownDevice.expiresAt', '>', sql<Date>`now()`)
    .where('staff.username', '=', username)
    .executeTakeFirst()
  return found !== undefined
}

/** Count a device's days from now. False when it was forgotten in the meantime. */
export async function touchStaffDevice(
  trx: Trx,
  { staffId, tokenHash }: DeviceRef,
  { days }: Pick<Terms, 'days'>,
): Promise<boolean> {
  const touched = await trx
    .updateTable('staffKnownDevice')
    .set({ usedAt: sql<Date>`now()`, expiresAt: inDays(days) })
    .where('staffId', '=', staffId)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return touched.numUpdatedRows > 0n
}

/** Keep a device, and of the account's others only the last used. The caller has locked the account. */
export async function insertStaffDevice(
  trx: Trx,
  { staffId, tokenHash }: DeviceRef,
  { days, most }: Terms,
): Promise<void> {
  await trx
    .deleteFrom('staffKnownDevice')
    .where('staffId', '=', staffId)
    .where('tokenHash', 'not in', (eb) =>
      eb
        .selectFrom('staffKnownDevice as kept')
        .select('kept.tokenHash')
        .where('kept.staffId', '=', staffId)
        .where('kept.expiresAt', '>', sql<Date>`now()`)
        .orderBy('kept.usedAt', 'desc')
        .limit(most - 1),
    )
    .execute()
  await trx
    .insertInto('staffKnownDevice')
    .values({ staffId, tokenHash, expiresAt: inDays(days) })
    .execute()
}

export function forgetStaffDevices(trx: Trx, staffId: string) {
  return trx.deleteFrom('staffKnownDevice').where('staffId', '=', staffId).execute()
}
