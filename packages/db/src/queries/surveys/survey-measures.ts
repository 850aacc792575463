import { sql } from 'kysely'
import type { Db } from '../../client.ts'

/**
 * Measure the surveys of which an attempt has ended, or a review was decided, since the last time, and return their number. A
 * transaction that began before and commits later is found within ten minutes.
 */
export async function measureChangedSurveys(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    with since as (
      select coalesce(max(measured_at), '-infinity') - interval '10 minutes' as moment from survey_measure
    ), changed as (
      select a.survey_id from survey_attempt a, since where a.ended_at >= since.moment
      union
      select r.survey_id from survey_review r, since
      where greatest(r.opened_at, r.decided_at, r.appealed_at, r.answered_at) >= since.moment
    ), ended as (
      select a.survey_id, a.status, survey.kind = 'questions' and a.ended_at > a.started_at as is_timed,
        extract(epoch from a.ended_at - a.started_at)::double precision as seconds
      from changed
      join survey on survey.survey_id = changed.survey_id
      join survey_attempt a on a.survey_id = changed.survey_id
      left join survey_review r on r.member_id = a.member_id and r.survey_id = a.survey_id
      where a.status = 'screened_out'
        or (a.status = 'completed' and coalesce(r.state in ('paid', 'doubtful'), true))
    )
    insert into survey_measure (survey_id, complete_count, screen_out_count, complete_seconds, screen_out_seconds)
    select changed.survey_id, count(*) filter (where status = 'completed'), count(*) filter (where status = 'screened_out'),
      percentile_cont(0.5) within group (order by seconds) filter (where status = 'completed' and is_timed),
      percentile_cont(0.5) within group (order by seconds) filter (where status = 'screened_out' and is_timed)
    from changed left join ended on ended.survey_id = changed.survey_id
    group by changed.survey_id
    on conflict (survey_id) do update set
      complete_count = excluded.complete_count, screen_out_count = excluded.screen_out_count,
      complete_seconds = excluded.complete_seconds, screen_out_seconds = excluded.screen_out_seconds,
      measured_at = excluded.measured_at
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
