import type { AccountChangeKind } from '@chuma/contract/account/account'
import type { ListMemberNotesInput, memberNote, memberStanding } from '@chuma/contract/account/members'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { Answer } from '@chuma/contract/fields'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { pageOf } from '../list-page.ts'

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

type MemberNote = Answer<typeof memberNote>

const noteColumns = ['noteId as id', 'note', 'author', 'createdAt'] as const

type NewNote = { memberId: string; note: string; author: string }

export function insertNote(trx: Trx, note: NewNote): Promise<MemberNote> {
  return trx.insertInto('memberNote').values(note).returning(noteColumns).executeTakeFirstOrThrow()
}

export function getNote(db: Db, { memberId, noteId }: { memberId: string; noteId: string }) {
  return db
    .selectFrom('memberNote')
    .select(noteColumns)
    .where('memberId', '=', memberId)
    .where('noteId', '=', noteId)
    .executeTakeFirstOrThrow()
}

/** List newest first; the next page starts after the last `id` of this one. */
export function listNotes(db: Db, { memberId, after, limit }: ListMemberNotesInput): Promise<MemberNote[]> {
  return db
    .selectFrom('memberNote')
    .select(noteColumns)
    .where('memberId', '=', memberId)
    .$call(pageOf({ table: 'memberNote', by: ['createdAt', 'noteId'], memberId, after, limit }))
    .execute()
}

/** List oldest first, without the authors. */
export function listAllNotes(db: Db, memberId: string) {
  return db
    .selectFrom('memberNote')
    .select(['note', 'createdAt'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .execute()
}

/** Record a change of how the account is opened, in the transaction that makes it. Returns its time. */
export async function insertAccountChange(
  trx: Trx,
  { memberId, kind }: { memberId: string; kind: AccountChangeKind },
): Promise<Date> {
  const { createdAt } = await trx
    .insertInto('accountChange')
    .values({ memberId, kind })
    .returning('createdAt')
    .executeTakeFirstOrThrow()
  return createdAt
}

/** List the newest first. */
export function listAccountChanges(db: Db, { memberId, limit }: { memberId: string; limit: number }) {
  return db
    .selectFrom('accountChange')
    .select(['changeId as id', 'kind', 'createdAt as at'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()
}
