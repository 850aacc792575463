import type { ListMemberNotesInput, memberNote } from '@chuma/contract/account/members'
import type { Answer } from '@chuma/contract/timestamp'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type MemberNote = Answer<typeof memberNote>

const noteColumns = ['noteId as id', 'note', 'author', 'createdAt'] as const

type NewNote = { memberId: string; note: string; author: string }

export function insertNote(trx: Trx, note: NewNote): Promise<MemberNote> {
  return trx.insertInto('memberNote').values(note).returning(noteColumns).executeTakeFirstOrThrow()
}

export function getNote(
  db: Db,
  { memberId, noteId }: { memberId: string; noteId: string },
): Promise<MemberNote> {
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
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, note_id) < (select a.created_at, a.note_id from member_note a
          where a.member_id = ${memberId} and a.note_id = ${after})`,
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('noteId', 'desc')
    .limit(limit)
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
