import type { memberStanding } from '@chuma/contract/account/member-standing'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { Answer } from '@chuma/contract/timestamp'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type MemberStanding = Answer<typeof memberStanding>

const standingColumns = ['memberId as id', 'email', 'adminRole', 'suspendedAt', 'suspensionReason'] as const

/** Undefined for an erased member. */
export function lockMemberStanding(trx: Trx, memberId: string): Promise<MemberStanding | undefined> {
  return trx
    .selectFrom('member')
    .select(standingColumns)
    .where('memberId', '=', memberId)
    .where('erasedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export function setAdminRole(trx: Trx, memberId: string, role: StaffRole | null): Promise<MemberStanding> {
  return trx
    .updateTable('member')
    .set({ adminRole: role })
    .where('memberId', '=', memberId)
    .returning(standingColumns)
    .executeTakeFirstOrThrow()
}

/** A null reason ends the suspension. */
export function setSuspension(trx: Trx, memberId: string, reason: string | null): Promise<MemberStanding> {
  return trx
    .updateTable('member')
    .set({ suspendedAt: reason === null ? null : sql<Date>`now()`, suspensionReason: reason })
    .where('memberId', '=', memberId)
    .returning(standingColumns)
    .executeTakeFirstOrThrow()
}

/** Read what the mail about it says. */
export function findSuspensionNews(db: Db, memberId: string) {
  return db
    .selectFrom('member')
    .select(['email', 'firstName', 'suspensionReason'])
    .where('memberId', '=', memberId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst()
}
