import { sql } from 'kysely'
import type { Trx } from '../client.ts'
import type { StoryPosting } from './story-rows.ts'

/**
 * Write postings with their hashes, and what the postings' triggers would have written: balances, the points of each day and
 * the sum of all points. An aggregate over the trigger's own `posting_hash` carries the hash from each posting to the next.
 */
export async function writeStoryLedger(trx: Trx, postings: readonly StoryPosting[]): Promise<void> {
  await sql`insert into wallet (member_id) select member_id from member on conflict do nothing`.execute(trx)
  await sql`create aggregate pg_temp.story_chain(posting) (sfunc = posting_hash, stype = bytea, initcond = '\\x')`.execute(
    trx,
  )
  await sql`
    insert into posting (${columns}, hash)
    select ${columns}, pg_temp.story_chain(row(${columns}, null)::posting) over (partition by member_id order by seq)
    from jsonb_to_recordset(${JSON.stringify(postings)}::jsonb) as told (
      "memberId" uuid, seq bigint, kind text, "availableDelta" bigint, "heldDelta" bigint, "availableAfter" bigint,
      "heldAfter" bigint, "houseAccount" text, "sourceKey" text, description text, "subjectId" uuid, "reversesSeq" bigint,
      actor text, "createdAt" timestamptz
    ), lateral (select "memberId", "availableDelta", "heldDelta", "availableAfter", "heldAfter", "houseAccount",
      "sourceKey", "subjectId", "reversesSeq", "createdAt") as named (member_id, available_delta, held_delta,
      available_after, held_after, house_account, source_key, subject_id, reverses_seq, created_at)
  `.execute(trx)
  await sql`drop aggregate pg_temp.story_chain(posting)`.execute(trx)
  await sql`
    update wallet w set available = p.available_after, held = p.held_after, seq = p.seq, last_hash = p.hash,
      earned = sums.earned, in_reversal_debt = p.available_after < 0
    from (
      select member_id, max(seq) as seq,
        coalesce(sum(available_delta) filter (where house_account in ('rewards', 'reversals')), 0) as earned
      from posting group by member_id
    ) as sums
    join posting p using (member_id, seq)
    where w.member_id = sums.member_id
  `.execute(trx)
  await sql`
    insert into earning_day (member_id, day, points)
    select member_id, business_day(created_at), sum(available_delta) from posting
    where house_account in ('rewards', 'reversals') group by 1, 2 order by 1, 2
  `.execute(trx)
  await sql`
    insert into points_total (slot, points) select -1, coalesce(sum(available + held), 0) from wallet
  `.execute(trx)
}

const columns = sql`member_id, seq, kind, available_delta, held_delta, available_after, held_after, house_account,
  source_key, description, subject_id, reverses_seq, actor, created_at`
