import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { listSealFindings } from './verify-seals.ts'

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
