import type { StaffRole } from '@chuma/contract/permissions'
import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'

type SessionRef = { staffId: string; tokenHash: Buffer }
type NewSession = SessionRef & { address: string | null; userAgent: string | null }
type NewStaff = { username: string; passwordHash: string; role: StaffRole }

const staffMemberColumns = ['staff.staffId as id', 'staff.username', 'staff.role'] as const

/** Undefined when the name is taken. */
export function insertStaff(trx: Trx, staff: NewStaff) {
  return trx
    .insertInto('staff')
    .values({ ...staff, disabledAt: null, passwordExpiresAt: null })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning(staffMemberColumns)
    .executeTakeFirst()
}

/** Somebody of the staff who may sign in. */
export function findStaffByUsername(db: Db, username: string) {
  return db
    .selectFrom('staff')
    .select([...staffMemberColumns, 'passwordHash'])
    .where('username', '=', username)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
}

export function insertStaffSession(trx: Trx, session: NewSession) {
  return trx
    .insertInto('staffSession')
    .values({ ...session, revokedAt: null })
    .execute()
}

/** Who is behind a staff session that is open, younger than `maxHours` and of somebody who was not disabled. */
export function findStaffSession(db: Db, { staffId, tokenHash }: SessionRef, maxHours: number) {
  return db
    .selectFrom('staffSession')
    .innerJoin('staff', 'staff.staffId', 'staffSession.staffId')
    .select(['staff.staffId', 'staff.username', 'staff.role'])
    .where('staffSession.staffId', '=', staffId)
    .where('staffSession.tokenHash', '=', tokenHash)
    .where('staffSession.revokedAt', 'is', null)
    .where('staffSession.createdAt', '>', sql<Date>`now() - make_interval(hours => ${maxHours})`)
    .where('staff.disabledAt', 'is', null)
    .executeTakeFirst()
}

export function revokeStaffSession(db: Db, { staffId, tokenHash }: SessionRef) {
  return db
    .updateTable('staffSession')
    .set({ revokedAt: sql<Date>`now()` })
    .where('staffId', '=', staffId)
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .execute()
}
