import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

/** A member's last posting as a seal has it. */
export type SealedHead = { memberId: string; seq: number; hash: Buffer }
/** An entry of the audit log as a seal has it: a keyed digest of each part. */
export type SealedEntry = { entryId: number; kept: Buffer; words: Buffer; address: Buffer }

/** What a seal says, apart from its rows. `postings`, `points` and `entries` are of all seals up to it. */
export type Seal = {
  sealId: number
  sealedAt: Date
  sealedThrough: Date
  keyId: string
  postings: number
  points: number
  entries: number
  mac: Buffer
}

const sealColumns = [
  'sealId',
  'sealedAt',
  'sealedThrough',
  'keyId',
  'postings',
  'points',
  'entries',
  'mac',
] as const

/** Let one transaction seal at a time. False: another one is at it. */
export async function lockSealing(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('seal')) as is_free
  `.execute(trx)
  return rows[0]?.isFree ?? false
}

export function findLastSeal(db: Db): Promise<Seal | undefined> {
  return db.selectFrom('seal').select(sealColumns).orderBy('sealId', 'desc').limit(1).executeTakeFirst()
}

export function findSeal(db: Db, sealId: number): Promise<Seal | undefined> {
  return db.selectFrom('seal').select(sealColumns).where('sealId', '=', sealId).executeTakeFirst()
}

/** List seals in order, with their rows in the order that the seal has them. */
export async function listSeals(db: Db, after: number, limit: number) {
  const seals = await db
    .selectFrom('seal')
    .select(sealColumns)
    .where('sealId', '>', after)
    .orderBy('sealId')
    .limit(limit)
    .execute()
  const last = seals.at(-1)?.sealId ?? after
  const [heads, entries] = [await listSealedHeads(db, after, last), await listSealedEntries(db, after, last)]
  return seals.map((seal) => ({
    ...seal,
    heads: heads.filter(({ sealId }) => sealId === seal.sealId),
    lines: entries.filter(({ sealId }) => sealId === seal.sealId),
  }))
}

/** List what the seals after one and up to another say of members. */
function listSealedHeads(db: Db, after: number, upTo: number) {
  return db
    .selectFrom('sealedHead')
    .select(['sealId', 'memberId', 'seq', 'hash'])
    .where('sealId', '>', after)
    .where('sealId', '<=', upTo)
    .orderBy('sealId')
    .orderBy('memberId')
    .execute()
}

function listSealedEntries(db: Db, after: number, upTo: number) {
  return db
    .selectFrom('sealedEntry')
    .select(['sealId', 'entryId', 'kept', 'words', 'address'])
    .where('sealId', '>', after)
    .where('sealId', '<=', upTo)
    .orderBy('entryId')
    .execute()
}

type UnsealedHead = SealedHead & { sealedSeq: number; postings: number; points: number; newestAt: Date }

/**
 * List members with postings that no seal covers, with their last one. Reads what was written since `after`: a seal covers
 * everything older.
 */
export async function listUnsealedHeads(db: Db, after: Date, limit: number): Promise<UnsealedHead[]> {
  const { rows } = await sql<UnsealedHead>`
    with fresh as (
      select p.member_id, p.seq, p.created_at from posting p
      where p.created_at >= ${after} and not exists (
        select from sealed_head h where h.member_id = p.member_id and h.seq >= p.seq
      )
      order by p.created_at limit ${limit}
    ), last as (
      select member_id, max(seq) as seq, max(created_at) as newest_at from fresh group by member_id
    )
    select last.member_id, last.seq, p.hash, last.newest_at, coalesce(sealed.seq, 0) as sealed_seq, added.postings,
      added.points
    from last
    join posting p on p.member_id = last.member_id and p.seq = last.seq
    left join lateral (
      select h.seq from sealed_head h where h.member_id = last.member_id order by h.seal_id desc limit 1
    ) sealed on true
    cross join lateral (
      select count(*)::bigint as postings, coalesce(sum(a.available_delta + a.held_delta), 0)::bigint as points
      from posting a where a.member_id = last.member_id and a.seq > coalesce(sealed.seq, 0) and a.seq <= last.seq
    ) added
    order by last.member_id
  `.execute(db)
  return rows
}

/** An entry's text in parts: what stays, and what the erasure of a member may remove. */
export type EntryText = {
  entryId: number
  at: Date
  kept: string
  words: string
  address: string
}

/** What is written into a digest. Not changed later: it would make every seal look broken. */
export const entryText = sql`
  e.at, jsonb_build_array(e.entry_id, extract(epoch from e.at), e.actor, e.action, e.subject)::text as kept,
  jsonb_build_array(e.before, e.after, e.reason)::text as words, coalesce(e.address::text, '') as address
`

/** List entries of the audit log that no seal covers and that were written since `after`. */
export async function listUnsealedEntries(db: Db, after: Date, limit: number): Promise<EntryText[]> {
  const { rows } = await sql<EntryText>`
    select e.entry_id, ${entryText} from audit_entry e
    where e.at >= ${after} and not exists (select from sealed_entry s where s.entry_id = e.entry_id)
    order by e.at, e.entry_id limit ${limit}
  `.execute(db)
  return rows
}

/** Add a seal and its rows. One with the same number is refused. */
export async function insertSeal(
  trx: Trx,
  { heads, lines, ...seal }: Seal & { heads: SealedHead[]; lines: SealedEntry[] },
): Promise<void> {
  const { sealId } = seal
  await trx.insertInto('seal').values(seal).execute()
  if (heads.length > 0) {
    await sql`
      insert into sealed_head (seal_id, member_id, seq, hash)
      select ${sealId}, * from unnest(${heads.map((head) => head.memberId)}::uuid[],
        ${heads.map((head) => head.seq)}::bigint[], ${heads.map((head) => head.hash)}::bytea[])
    `.execute(trx)
  }
  if (lines.length > 0) {
    await sql`
      insert into sealed_entry (seal_id, entry_id, kept, words, address)
      select ${sealId}, * from unnest(${lines.map((line) => line.entryId)}::bigint[],
        ${lines.map((line) => line.kept)}::bytea[], ${lines.map((line) => line.words)}::bytea[],
        ${lines.map((line) => line.address)}::bytea[])
    `.execute(trx)
  }
}

export async function getDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    select date_trunc('milliseconds', clock_timestamp()) as now
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without from gives one row')
  return row.now
}

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

export async function insertRoot(db: Db, root: { day: string; sealId: number; document: string }) {
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

export async function findHeads(db: Db, wanted: readonly { memberId: string; seq: number }[]) {
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
export async function findEntryTexts(db: Db, entryIds: number[]) {
  const { rows } = await sql<EntryText & { keyId: string | null }>`
    select e.entry_id, ${entryText}, seal.key_id from audit_entry e
    left join sealed_entry s on s.entry_id = e.entry_id left join seal on seal.seal_id = s.seal_id
    where e.entry_id = any(${entryIds}::bigint[])
  `.execute(db)
  return rows
}
