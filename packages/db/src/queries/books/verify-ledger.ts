import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { announce } from '../listen.ts'
import { type EntryText, entryText, type SealedEntry } from './seals.ts'

export type LedgerFinding = { memberId: string; seq: number; problem: string }

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** List members with a wallet, and members who once were sealed with one, by id. */
export async function listWalletMembers(db: Db, after: string = NOBODY, limit: number): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    select member_id from (
      (select member_id from wallet where member_id > ${after} order by member_id limit ${limit})
      union
      (select distinct member_id from sealed_head where member_id > ${after} order by member_id limit ${limit})
    ) either order by member_id limit ${limit}
  `.execute(db)
  return rows.map((row) => row.memberId)
}

export async function countPostings(trx: Trx, memberIds: string[]): Promise<number> {
  const { n } = await trx
    .selectFrom('posting')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('memberId', 'in', memberIds)
    .executeTakeFirstOrThrow()
  return n
}

/** Some of a member's postings: after one, which is taken as it is, up to another. */
type Range = { memberId: string; sealedSeq: number; seq: number }

/** List postings that do not follow from the previous one: a gap, a wrong sum, changed texts or numbers. */
async function listBrokenPostings(trx: Trx, ranges: readonly Range[]): Promise<LedgerFinding[]> {
  const memberIds = ranges.map(({ memberId }) => memberId)
  const { rows } = await sql<LedgerFinding>`
    with wanted as (
      select * from unnest(
        ${memberIds}::uuid[], ${ranges.map((range) => range.sealedSeq)}::bigint[], ${ranges.map((range) => range.seq)}::bigint[]
      ) as range (member_id, after_seq, to_seq)
    ), chain as (
      select row(p.*)::posting as posting, p.*,
        coalesce(lag(p.seq) over w, wanted.after_seq) as last_seq,
        coalesce(lag(p.available_after) over w, base.available_after, 0) as last_available,
        coalesce(lag(p.held_after) over w, base.held_after, 0) as last_held,
        coalesce(lag(p.hash) over w, base.hash, '\\x'::bytea) as last_hash
      from posting p
      join wanted on wanted.member_id = p.member_id and p.seq > wanted.after_seq and p.seq <= wanted.to_seq
      left join posting base on base.member_id = p.member_id and base.seq = wanted.after_seq
      where p.member_id = any(${memberIds}::uuid[])
      window w as (partition by p.member_id order by p.seq)
    )
    select member_id, seq, problem from chain, lateral (values
      (seq <> last_seq + 1, 'the posting before it is missing'),
      (available_after <> last_available + available_delta, 'the available points do not add up'),
      (held_after <> last_held + held_delta, 'the held points do not add up'),
      (hash <> posting_hash(last_hash, posting), 'it is not what was written')
    ) as check_of (is_wrong, problem)
    where is_wrong order by member_id, seq
  `.execute(trx)
  return rows
}

/** List what is wrong with postings that are not sealed yet, and with the sealed ones they follow from. */
export async function listUnsealedProblems(trx: Trx, ranges: readonly Range[]): Promise<LedgerFinding[]> {
  return [
    ...(await listBrokenPostings(trx, ranges)),
    ...(await listSealFindings(
      trx,
      ranges.map(({ memberId }) => memberId),
    )),
  ]
}

/** List balances that differ from the postings. `seq` is the wallet's own count. */
async function listWrongBalances(trx: Trx, memberIds: string[]): Promise<LedgerFinding[]> {
  const { rows } = await sql<LedgerFinding>`
    with sums as (
      select w.*, coalesce(last.seq, 0) as posted_seq, coalesce(last.available_after, 0) as posted_available,
        coalesce(last.held_after, 0) as posted_held, coalesce(last.hash, '\\x'::bytea) as posted_hash,
        (select coalesce(sum(p.available_delta), 0) from posting p
          where p.member_id = w.member_id and p.house_account in ('rewards', 'reversals')) as posted_earned,
        (select coalesce(sum(d.points), 0) from earning_day d where d.member_id = w.member_id) as day_points,
        (select coalesce(sum(c.total_after - c.total_before), 0) from earnings_correction c
          where c.member_id = w.member_id) as corrected_total,
        (select coalesce(sum(x.points), 0) from withdrawal x
          where x.member_id = w.member_id and x.status in ('pending', 'approved')) as asked_points
      from wallet w
      left join lateral (
        select p.* from posting p where p.member_id = w.member_id order by p.seq desc limit 1
      ) last on true
      where w.member_id = any(${memberIds}::uuid[])
    )
    select member_id, seq, problem from sums, lateral (values
      (seq <> posted_seq, 'the last posting is not the one the wallet counts'),
      (available <> posted_available, 'the wallet''s available points differ from the last posting'),
      (held <> posted_held, 'the wallet''s held points differ from the last posting'),
      (last_hash <> posted_hash, 'the wallet''s seal differs from the last posting'),
      (earned <> posted_earned, 'the points ever earned differ from the postings'),
      (earned <> day_points, 'the points earned by day differ from the points ever earned'),
      (earned_correction <> corrected_total, 'the corrected total differs from the corrections'),
      (held <> asked_points, 'the held points differ from the open withdrawals')
    ) as check_of (is_wrong, problem)
    where is_wrong order by member_id, seq
  `.execute(trx)
  return rows
}

/** List withdrawals without exactly their postings, and such postings without a withdrawal. */
async function listWrongWithdrawals(trx: Trx, memberIds: string[]): Promise<LedgerFinding[]> {
  const { rows } = await sql<LedgerFinding>`
    with asked as (
      select x.member_id, x.status, x.paid_at, x.points, c.points as back_points, returned.seq as returned_seq,
        returned.available_delta as returned, late.seq as late_seq, late.available_delta as late,
        x.payout_state = 'returned' as is_returned, hold.seq as hold_seq, hold.held_delta as held,
        release.seq as release_seq, release.held_delta as released, payout.seq as payout_seq, payout.held_delta as paid
      from withdrawal x
      left join posting hold on hold.member_id = x.member_id and hold.source_key = 'hold:' || x.withdrawal_id
        and hold.kind = 'hold'
      left join posting release on release.member_id = x.member_id
        and release.source_key = 'release:' || x.withdrawal_id and release.kind = 'release'
      left join posting payout on payout.member_id = x.member_id
        and payout.source_key = 'payout:' || x.withdrawal_id and payout.kind = 'payout'
      left join posting returned on returned.member_id = x.member_id
        and returned.source_key = 'payout-returned:' || x.withdrawal_id and returned.kind = 'payout-returned'
      left join posting late on late.member_id = x.member_id
        and late.source_key = 'payout-late:' || x.withdrawal_id and late.kind = 'payout-late'
      left join payout_correction c on c.member_id = x.member_id and c.withdrawal_id = x.withdrawal_id
        and c.kind = 'returned'
      where x.member_id = any(${memberIds}::uuid[])
    ), wrong as (
      select member_id, coalesce(hold_seq, 0) as seq, problem from asked, lateral (values
        (held is distinct from points, 'a withdrawal without the posting that holds its points'),
        (status = 'rejected' and paid_at is null and released is distinct from -points,
          'a rejected withdrawal whose points were not released'),
        (paid_at is not null and coalesce(paid, late) is distinct from -points, 'a paid withdrawal without its payout'),
        (is_returned and returned is distinct from nullif(back_points, 0),
          'a returned payment whose points are not where they belong'),
        (is_returned and back_points is null, 'a returned payment without its evidence'),
        (late is not null and released is distinct from -points, 'a late payout of points that were not released')
      ) as check_of (is_wrong, problem) where is_wrong
      union all
      select member_id, release_seq, 'points released for a withdrawal that was not rejected'
      from asked where release_seq is not null and late_seq is null and (status <> 'rejected' or paid_at is not null)
      union all
      select member_id, payout_seq, 'a payout of a withdrawal that is not paid'
      from asked where coalesce(payout_seq, late_seq) is not null and paid_at is null
      union all
      select member_id, returned_seq, 'points restored for a payment that did not come back'
      from asked where returned_seq is not null and not coalesce(is_returned, false)
      union all
      select p.member_id, p.seq, 'it belongs to no withdrawal' from posting p
      where p.member_id = any(${memberIds}::uuid[]) and p.kind in ('hold', 'release', 'payout', 'payout-returned', 'payout-late') and not exists (
        select from withdrawal x where x.member_id = p.member_id and p.source_key = p.kind || ':' || x.withdrawal_id
      )
      union all
      select p.member_id, p.seq, 'it belongs to no second payment' from posting p
      where p.member_id = any(${memberIds}::uuid[]) and p.kind = 'payout-duplicate' and not exists (
        select from payout_correction c where c.member_id = p.member_id and c.kind = 'duplicate'
          and c.points = p.available_delta and p.source_key = 'payout-duplicate:' || c.withdrawal_id || ':' || c.receipt
      )
      union all
      select c.member_id, 0, 'a second payment that is not booked' from payout_correction c
      where c.member_id = any(${memberIds}::uuid[]) and c.kind = 'duplicate' and c.points < 0 and not exists (
        select from posting p where p.member_id = c.member_id and c.points = p.available_delta
          and p.source_key = 'payout-duplicate:' || c.withdrawal_id || ':' || c.receipt
      )
    )
    select * from wrong order by member_id, seq
  `.execute(trx)
  return rows
}

/** List everything that is wrong with these members' ledgers. */
export async function listLedgerFindings(trx: Trx, memberIds: string[]): Promise<LedgerFinding[]> {
  return [
    ...(await listBrokenPostings(
      trx,
      memberIds.map((memberId) => ({ memberId, sealedSeq: 0, seq: Number.MAX_SAFE_INTEGER })),
    )),
    ...(await listWrongBalances(trx, memberIds)),
    ...(await listWrongWithdrawals(trx, memberIds)),
    ...(await listSealFindings(trx, memberIds)),
  ]
}

type Finding = { memberId: string; seq: number; problem: string }

/** List members whose sealed postings are gone or others, and postings that should have been sealed. */
export async function listSealFindings(trx: Trx, memberIds: string[]): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    with last_head as (
      select h.*, false as is_gone from wallet w join lateral (
        select * from sealed_head h where h.member_id = w.member_id order by h.seal_id desc limit 1
      ) h on true
      where w.member_id = any(${memberIds}::uuid[])
      union all
      (select distinct on (h.member_id) h.*, true from sealed_head h
        where h.member_id = any(array(
          select id from unnest(${memberIds}::uuid[]) id
          where id not in (select member_id from wallet where member_id = any(${memberIds}::uuid[]))
        ))
        order by h.member_id, h.seal_id desc)
    ), sealed as (
      select h.*, s.sealed_at from last_head h left join seal s on s.seal_id = h.seal_id
    ), wrong as (
      select s.member_id, s.seq, case
        when s.is_gone then 'the member is gone, who was sealed'
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
export async function getPointTotals(trx: Trx, { since, isFull }: { since: Date; isFull: boolean }) {
  const all = isFull ? sql`posting` : sql`(select * from posting where false)`
  const { rows } = await sql<Totals>`
    select w.points as wallet_points, p.points as posted_points, p.n as postings,
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

type CheckFinding = { memberId: string | null; seq: number; problem: string }

/** Record what a check found. False: the last one found the same, and nothing was recorded. */
export async function insertCheckUnlessSame(
  trx: Trx,
  { isFull, findings }: { isFull: boolean; findings: readonly CheckFinding[] },
): Promise<boolean> {
  const found = JSON.stringify(findings)
  const { rows } = await sql`
    insert into books_check (is_full, findings)
    select ${isFull}, ${found}::jsonb where ${found}::jsonb is distinct from (
      select findings from books_check order by check_id desc limit 1
    ) returning check_id
  `.execute(trx)
  await announce(trx, 'waiting_change')
  return rows.length > 0
}

export async function insertCheck(
  trx: Trx,
  { isFull, findings }: { isFull: boolean; findings: readonly CheckFinding[] },
): Promise<void> {
  await trx
    .insertInto('booksCheck')
    .values({ isFull, findings: JSON.stringify(findings) })
    .execute()
  await announce(trx, 'waiting_change')
}

/** Read what the last check found; undefined before the first. */
export function findLastCheck(db: Db) {
  return db
    .selectFrom('booksCheck')
    .select(['checkedAt', 'isFull', 'findings'])
    .orderBy('checkId', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether tonight's check reads everything: once a week, on Sundays. */
export async function isWeeklyCheckDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    select extract(isodow from business_day(clock_timestamp())) = 7 as is_due
  `.execute(db)
  return rows[0]?.isDue ?? true
}

/** Number of the last seal before those of the last eight days: what a nightly check takes as it is. */
export async function findCheckedSeal(db: Db): Promise<number> {
  const { rows } = await sql<{ sealId: number }>`
    select coalesce(max(seal_id), 0)::bigint as seal_id from seal
    where sealed_at < clock_timestamp() - interval '8 days'
  `.execute(db)
  return rows[0]?.sealId ?? 0
}
