import { sql } from 'kysely'
import { MICRO_JOBS, SURVEYS, WATCHED } from './plan-events.ts'
import { type SeedStep, seededId } from './seeded.ts'

/** The subject of an event, by its kind: the same expressions name the rows of write-earning.ts. */
export const surveyOf = seededId('survey', `1 + (day_no + n) % ${SURVEYS}`)
export const microJobOf = seededId('micro-job', `1 + (day_no + n) % ${MICRO_JOBS}`)
export const videoOf = seededId('video', `1 + event_no % ${WATCHED}`)
export const adOf = seededId('ad', `1 + event_no % ${WATCHED}`)
export const partnerOf = seededId('partner', '1 + event_no % 20')
export const creditOf = seededId('credit', 'event_no')

/**
 * Write all postings in one statement. An aggregate over the trigger's own `posting_hash` carries the hash from each posting
 * of a member to the next, and a sum over the same window their balance.
 */
export function writeLedger(): SeedStep {
  const columns = sql`member_id, seq, kind, available_delta, held_delta, available_after, held_after, house_account,
    source_key, description, subject_id, reverses_seq, actor, created_at`
  return {
    name: 'the ledger',
    statements: [
      sql`insert into wallet (member_id) select member_id from seed_member order by member_id`,
      sql`create aggregate pg_temp.posting_chain(posting) (sfunc = posting_hash, stype = bytea, initcond = '\\x')`,
      sql`
        insert into posting (${columns}, hash)
        select ${columns},
          pg_temp.posting_chain(row(${columns}, null)::posting) over (partition by member_id order by seq)
        from (${movements}) as movement`,
      sql`drop aggregate pg_temp.posting_chain(posting)`,
      sql`
        update wallet w set available = p.available_after, held = p.held_after, seq = p.seq, last_hash = p.hash,
          earned = sums.earned
        from (select member_id, max(seq) as seq, sum(available_delta) filter (where house_account = 'rewards') as earned
          from posting group by member_id) as sums
        join posting p using (member_id, seq)
        where w.member_id = sums.member_id`,
      sql`
        insert into earning_day (member_id, day, points)
        select member_id, day, sum(points) from seed_event where withdrawal_id is null group by 1, 2 order by 1, 2`,
    ],
  }
}

const sourceKey = sql`case
  when withdrawal_id is not null then kind || ':' || withdrawal_id
  when kind = 'survey' then 'survey:' || ${surveyOf}
  when kind = 'micro-job' then 'micro-job:' || ${microJobOf}
  when kind = 'video' then 'video:' || ${videoOf} || ':' || day
  when kind = 'ad' then 'ad:' || ${adOf} || ':' || day
  when kind = 'offer' then 'partner:' || ${partnerOf} || ':T' || event_no
  else kind || ':' || day end`

const description = sql`case kind when 'hold' then 'Withdrawal requested' when 'release' then 'Withdrawal declined'
  when 'payout' then 'Withdrawal paid' when 'daily-login' then 'Daily login' when 'spin' then 'Spin wheel'
  when 'quiz' then 'Quiz: 3 of 5 right' when 'survey' then 'Survey: Opinion ' || day_no
  when 'micro-job' then 'Micro-job: Receipt ' || day_no when 'offer' then 'Offer: Wall ' || event_no % 20
  when 'ad' then 'Advertisement: Shop' else 'Video: Short film' end`

const subjectId = sql`coalesce(withdrawal_id, case kind when 'survey' then ${surveyOf} when 'micro-job' then ${microJobOf}
  when 'video' then ${videoOf} when 'ad' then ${adOf} when 'offer' then ${creditOf} end)`

/** A member's events in order, with what each takes, gives and leaves. */
const movements = sql`
  select member_id, row_number() over w as seq, kind, available_delta, held_delta,
    (sum(available_delta) over w)::bigint as available_after, (sum(held_delta) over w)::bigint as held_after,
    case when kind = 'payout' then 'payouts' when kind not in ('hold', 'release') then 'rewards' end as house_account,
    ${sourceKey} as source_key, ${description} as description, ${subjectId} as subject_id, null::bigint as reverses_seq,
    case when kind in ('payout', 'release') then 'staff:finance' else 'member:' || member_id end as actor, at as created_at
  from (
    select *, case kind when 'hold' then -points when 'payout' then 0 else points end::bigint as available_delta,
      case kind when 'hold' then points when 'payout' then -points when 'release' then -points else 0 end::bigint as held_delta
    from seed_event
  ) as delta
  window w as (partition by member_id order by place)`
