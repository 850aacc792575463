import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import { type EntryText, entryText, type SealedHead } from './seals.ts'

export function findLastRoot(db: Db) {
  return db
    .selectFrom('booksRoot')
    .select(['day', 'sealId', 'document'])
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The document of a day's root; undefined if that day has none. */
export async function findRoot(db: Db, day: string): Promise<string | undefined> {
  const root = await db.selectFrom('booksRoot').select('document').where('day', '=', day).executeTakeFirst()
  return root?.document
}

export async function insertRoot(
  db: Db,
  root: { day: string; sealId: number; document: string },
): Promise<void> {
  await db.insertInto('booksRoot').values(root).execute()
}

/** The business day that has ended, as YYYY-MM-DD. */
export async function getYesterday(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(business_day(clock_timestamp()) - 1, 'YYYY-MM-DD') as day
  `.execute(db)
  return rows[0]?.day ?? ''
}

export async function countMembers(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('wallet')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** List members with postings in the seals after one and up to another, with the last one sealed. */
export async function listLastHeads(db: Db, after: number, upTo: number): Promise<SealedHead[]> {
  const { rows } = await sql<SealedHead>`
    select distinct on (member_id) member_id, seq, hash from sealed_head
    where seal_id > ${after} and seal_id <= ${upTo} order by member_id, seal_id desc
  `.execute(db)
  return rows
}

/** List entries of the audit log in the seals after one and up to another. */
export function listSealedLines(db: Db, after: number, upTo: number) {
  return db
    .selectFrom('sealedEntry')
    .select(['entryId', 'kept'])
    .where('sealId', '>', after)
    .where('sealId', '<=', upTo)
    .orderBy('entryId')
    .execute()
}

/** Find postings by member and number. */
export async function findHeads(
  db: Db,
  wanted: readonly { memberId: string; seq: number }[],
): Promise<{ memberId: string; hash: Buffer }[]> {
  const memberIds = wanted.map(({ memberId }) => memberId)
  const { rows } = await sql<{ memberId: string; hash: Buffer }>`
    select p.member_id, p.hash from posting p
    join unnest(${memberIds}::uuid[], ${wanted.map(({ seq }) => seq)}::bigint[]) as head (member_id, seq)
      on head.member_id = p.member_id and head.seq = p.seq
    where p.member_id = any(${memberIds}::uuid[])
  `.execute(db)
  return rows
}

/** Find entries of the audit log, with the key that sealed them; null when that seal is gone. */
export async function findEntryTexts(
  db: Db,
  entryIds: number[],
): Promise<(EntryText & { keyId: string | null })[]> {
  const { rows } = await sql<EntryText & { keyId: string | null }>`
    select e.entry_id, ${entryText}, seal.key_id from audit_entry e
    left join sealed_entry s on s.entry_id = e.entry_id left join seal on seal.seal_id = s.seal_id
    where e.entry_id = any(${entryIds}::bigint[])
  `.execute(db)
  return rows
}
