import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { type EntryText, entryText, type SealedEntry } from './seals.ts'

type Finding = { memberId: string; seq: number; problem: string }

/** List members whose sealed postings are gone or others, and postings that should have been sealed. */
export async function listSealFindings(trx: Trx, memberIds: string[]): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    with sealed as (
      select m.member_id, h.seq, h.hash, s.sealed_at from unnest(${memberIds}::uuid[]) m (member_id)
      join lateral (
        select * from sealed_head h where h.member_id = m.member_id order by h.seal_id desc limit 1
      ) h on true
      left join seal s on s.seal_id = h.seal_id
    ), wrong as (
      select s.member_id, s.seq, case
        when not exists (select from wallet w where w.member_id = s.member_id) then 'the member is gone, who was sealed'
        when p.seq is null then 'the posting is gone, which was sealed'
        else 'the posting is not the one that was sealed'
      end || coalesce(' at ' || to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC', '') as problem
      from sealed s left join posting p on p.member_id = s.member_id and p.seq = s.seq
      where p.hash is distinct from s.hash
      union all
      select p.member_id, min(p.seq), 'the posting was never sealed' from posting p
      left join sealed s on s.member_id = p.member_id
      where p.member_id = any(${memberIds}::uuid[]) and p.seq > coalesce(s.seq, 0)
        and p.created_at < (select max(sealed_through) from seal)
      group by p.member_id
    )
    select member_id, seq, problem from wrong order by member_id, seq
  `.execute(trx)
  return rows
}

/** List paid attempts that do not fit their withdrawals: it is paid once, with that receipt and amount. */
export async function listAttemptFindings(db: Db, limit: number): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select a.member_id, 0 as seq, 'withdrawal ' || a.withdrawal_id || ' and its paid attempt ' || a.attempt_no
      || ' do not agree' as problem
    from payout_attempt a
    join withdrawal w on w.member_id = a.member_id and w.withdrawal_id = a.withdrawal_id
    where a.state = 'paid'
      and (w.paid_at is null or upper(a.receipt) is distinct from upper(w.receipt) or a.amount_kes <> w.payout_kes)
    order by a.member_id, a.withdrawal_id, a.attempt_no limit ${limit}
  `.execute(db)
  return rows
}

type CheckedEntry = {
  entryId: number
  keyId: string | null
  sealedAt: Date | null
  sealed: SealedEntry | null
  /** Null: the entry is gone. */
  found: EntryText | null
  /** Whether it is older than what the last seal covers. */
  isDue: boolean
  /** Whether an erasure removed its words, its address. */
  areWordsErased: boolean
  isAddressErased: boolean
}

type Row = Omit<CheckedEntry, 'sealed' | 'found'> &
  Omit<EntryText, 'entryId'> & {
    isThere: boolean
    isSealed: boolean
    sealedKept: Buffer
    sealedWords: Buffer
    sealedAddress: Buffer
  }

/** List entries of the audit log beside what was sealed of them; either may be missing. */
export async function listEntriesToCheck(db: Db, after: number, limit: number): Promise<CheckedEntry[]> {
  const { rows } = await sql<Row>`
    with page as (
      select entry_id from (
        (select entry_id from audit_entry where entry_id > ${after} order by entry_id limit ${limit})
        union
        (select entry_id from sealed_entry where entry_id > ${after} order by entry_id limit ${limit})
      ) either order by entry_id limit ${limit}
    )
    select ${entryText}, page.entry_id, e.entry_id is not null as is_there, s.entry_id is not null as is_sealed,
      seal.key_id, seal.sealed_at, s.kept as sealed_kept, s.words as sealed_words, s.address as sealed_address,
      coalesce(e.at < (select max(sealed_through) from seal), false) as is_due,
      e.before is null and e.after is null and coalesce(e.reason, 'erased') = 'erased'
        and is_erased(audited_member(e.subject)) as are_words_erased,
      e.address is null and is_erased(audited_member(e.actor)) as is_address_erased
    from page
    left join audit_entry e on e.entry_id = page.entry_id
    left join sealed_entry s on s.entry_id = page.entry_id
    left join seal on seal.seal_id = s.seal_id
    order by page.entry_id
  `.execute(db)
  return rows.map(
    ({ isThere, isSealed, sealedKept, sealedWords, sealedAddress, at, kept, words, address, ...row }) => ({
      ...row,
      found: isThere ? { entryId: row.entryId, at, kept, words, address } : null,
      sealed: isSealed
        ? { entryId: row.entryId, kept: sealedKept, words: sealedWords, address: sealedAddress }
        : null,
    }),
  )
}

type Totals = {
  walletPoints: number
  pointsTotal: number
  postedPoints: number
  postings: number
  /** Of postings that no seal covers yet. */
  unsealedPoints: number
  unsealedPostings: number
}

/**
 * Add up what members hold, in three ways that must agree. `since`: what the last seal covers. The postings of all time are
 * added up only if asked for: it reads the whole ledger.
 */
export async function getPointTotals(
  trx: Trx,
  { since, isFull }: { since: Date; isFull: boolean },
): Promise<Totals> {
  const all = isFull ? sql`posting` : sql`(select * from posting where false)`
  const { rows } = await sql<Totals>`
    select w.points as wallet_points, p.points as posted_points, p.n as postings,
      (select coalesce(sum(points), 0)::bigint from points_total) as points_total,
      u.points as unsealed_points, u.n as unsealed_postings
    from (select coalesce(sum(available + held), 0)::bigint as points from wallet) w,
      (select coalesce(sum(available_delta + held_delta), 0)::bigint as points, count(*)::bigint as n from ${all} all_postings) p,
      (select coalesce(sum(f.available_delta + f.held_delta), 0)::bigint as points, count(*)::bigint as n from posting f
        where f.created_at >= ${since} and not exists (
          select from sealed_head h where h.member_id = f.member_id and h.seq >= f.seq
        )) u
  `.execute(trx)
  const [totals] = rows
  if (!totals) throw new Error('a select of sums gives one row')
  return totals
}

/** List members with postings sealed after a seal, by id. */
export async function listMembersSealedAfter(
  db: Db,
  afterSeal: number,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('sealedHead')
    .select('memberId')
    .distinct()
    .where('sealId', '>', afterSeal)
    .$if(after !== undefined, (query) => query.where('memberId', '>', after ?? ''))
    .orderBy('memberId')
    .limit(limit)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

/** Number of the last entry of the audit log before those sealed after a seal. */
export async function findFirstEntryAfter(db: Db, afterSeal: number): Promise<number> {
  const { rows } = await sql<{ entryId: number }>`
    select coalesce((select min(entry_id) - 1 from sealed_entry where seal_id > ${afterSeal}),
      (select max(entry_id) from sealed_entry), 0)::bigint as entry_id
  `.execute(db)
  return rows[0]?.entryId ?? 0
}
