import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

/** Exists from the first step of a restore to its last one. No table, so that every comparison of tables leaves it out. */
const MARK = 'restore_unfinished'

/** Mark a database that is being restored, before it has anything that could be paid. */
export async function markRestore(db: Db): Promise<void> {
  await db.schema.createSchema(MARK).ifNotExists().execute()
}

/** Call it in the transaction that makes the restored database safe. */
export async function unmarkRestore(trx: Trx): Promise<void> {
  await trx.schema.dropSchema(MARK).ifExists().execute()
}

/** Whether a restore into this database did not finish: what it has as unpaid may have been paid. */
export async function isRestoreUnfinished(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    isMarked: boolean
  }>`select to_regnamespace(${MARK}) is not null as is_marked`.execute(db)
  return rows[0]?.isMarked ?? false
}

/**
 * End everything that opens an account after a restore, which would undo every log-out, new password and used link since the
 * backup: sessions with what was proved in them, links, codes, challenges and known devices.
 */
export async function endAllSessions(trx: Trx): Promise<void> {
  const now = sql<Date>`now()`
  await trx.updateTable('session').set({ revokedAt: now }).where('revokedAt', 'is', null).execute()
  await trx.updateTable('staffSession').set({ revokedAt: now }).where('revokedAt', 'is', null).execute()
  await trx.updateTable('clientSession').set({ revokedAt: now }).where('revokedAt', 'is', null).execute()
  await trx.updateTable('clientLink').set({ revokedAt: now }).where('revokedAt', 'is', null).execute()
  await trx.updateTable('signOffLink').set({ revokedAt: now }).where('revokedAt', 'is', null).execute()
  await trx.updateTable('oneTimeLink').set({ expiresAt: now }).where('expiresAt', '>', now).execute()
  await trx.updateTable('securityLink').set({ expiresAt: now }).where('expiresAt', '>', now).execute()
  await trx.updateTable('destinationCode').set({ expiresAt: now }).where('expiresAt', '>', now).execute()
  await trx.deleteFrom('setUpLink').execute()
  await trx.deleteFrom('memberPasskeyChallenge').execute()
  await trx.deleteFrom('staffPasskeyChallenge').execute()
  await trx.deleteFrom('knownDevice').execute()
  await trx.deleteFrom('staffKnownDevice').execute()
}

/** How long a password of the backup is good for choosing another one. */
const PASSWORD_DAYS = 14

export type Suspended = { keys: number; staff: number; admins: number; owners: string[] }

/**
 * Take their power from the staff and keys of a backup: who has left since, and which key was revoked, nobody knows. Owners stay, and
 * choose a new password when they sign in. Everything else waits until an owner turns it on again.
 */
export async function suspendStaffAccess(trx: Trx): Promise<Suspended> {
  const now = sql<Date>`now()`
  const keys = await trx
    .updateTable('apiKey')
    .set({ restoredAt: now })
    .where('revokedAt', 'is', null)
    .returning('keyId')
    .execute()
  await trx
    .updateTable('staff')
    .set({ passwordExpiresAt: sql<Date>`now() + make_interval(days => ${PASSWORD_DAYS})` })
    .where(sql<boolean>`coalesce(password_expires_at > now(), true)`)
    .execute()
  const staff = await trx
    .updateTable('staff')
    .set({ disabledAt: now })
    .where('disabledAt', 'is', null)
    .where('role', '<>', 'owner')
    .returning('staffId')
    .execute()
  const admins = await trx
    .updateTable('member')
    .set({ adminRole: null })
    .where('adminRole', '<>', 'owner')
    .returning('memberId')
    .execute()
  const owners = await trx
    .selectFrom('staff')
    .select('username')
    .where('role', '=', 'owner')
    .where('disabledAt', 'is', null)
    .orderBy('username')
    .execute()
  const ownMembers = await trx.selectFrom('member').select('email').where('adminRole', '=', 'owner').execute()
  return {
    keys: keys.length,
    staff: staff.length,
    admins: admins.length,
    owners: [...owners.map(({ username }) => username), ...ownMembers.map(({ email }) => email)],
  }
}
