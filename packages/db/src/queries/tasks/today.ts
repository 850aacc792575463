import { sql } from 'kysely'
import type { Db } from '../../client.ts'

type Today = {
  points: number
  opensAgainAt: Date
  isDailyLoginOpen: boolean
  streak: number
  isSpun: boolean
  isQuizTaken: boolean
  activeQuizQuestions: number
  videosWatched: number
  videosOpen: number
  adsClicked: number
  adsOpen: number
  socialOpen: number
  microJobsOpen: number
  surveysOpen: number
  earnedToday: number
}

type Asked = { memberId: string; timeZone: string; closed?: readonly string[] | undefined }

/**
 * Read a member's balance, what they did on this business day, and what is still open until the next one, in one query.
 * Premium is not considered. `closed`: surveys that are for other members.
 */
export async function getTodaysCounts(db: Db, { memberId, timeZone, closed }: Asked): Promise<Today> {
  const { rows } = await sql<Today>`
    with today as materialized (select business_day(now()) as day),
    me as (select m.member_id, lower(m.country) as country from member m where m.member_id = ${memberId}),
    open_task as (
      select t.task_id, t.kind from task t, me
      where t.is_active and t.kind <> 'affiliate' and lower(t.country) in ('', 'global', me.country)
    ),
    -- Of videos and advertisements only today's count: tomorrow they are open again.
    done as (
      select v.task_id, v.kind from task_view v, today
      where v.member_id = ${memberId} and v.day = today.day
    ),
    proven as (
      select p.task_id from task_proof p where p.member_id = ${memberId} and p.state <> 'rejected'
    )
    select
      (select w.available from wallet w where w.member_id = ${memberId}) as points,
      (select (today.day + 1)::timestamp at time zone ${timeZone} from today) as opens_again_at,
      not exists (select from daily_login d, today where d.member_id = ${memberId} and d.day = today.day)
        as is_daily_login_open,
      coalesce((
        select d.streak from daily_login d, today
        where d.member_id = ${memberId} and d.day in (today.day, today.day - 1) order by d.day desc limit 1
      ), 0) as streak,
      exists (select from spin s, today where s.member_id = ${memberId} and s.day = today.day) as is_spun,
      exists (
        select from quiz_attempt q, today
        where q.member_id = ${memberId} and q.day = today.day and q.submitted_at is not null
      ) as is_quiz_taken,
      (select count(*) from quiz_question where is_active) as active_quiz_questions,
      (select count(*) from done where kind = 'video') as videos_watched,
      (select count(*) from open_task t where t.kind = 'video' and t.task_id not in (select task_id from done))
        as videos_open,
      (select count(*) from done where kind = 'ad') as ads_clicked,
      (select count(*) from open_task t where t.kind = 'ad' and t.task_id not in (select task_id from done)) as ads_open,
      (select count(*) from open_task t where t.kind = 'social' and t.task_id not in (select task_id from proven))
        as social_open,
      (select count(*) from open_task t where t.kind = 'micro-job' and t.task_id not in (select task_id from proven))
        as micro_jobs_open,
      (
        select count(*) from survey s, me
        where s.is_active and lower(s.country) in ('', 'global', me.country)
          and coalesce(s.starts_at <= now(), true) and coalesce(s.ends_at > now(), true)
          and not exists (
            select from survey_attempt a where a.member_id = ${memberId} and a.survey_id = s.survey_id
              and a.status in ('completed', 'screened_out', 'expired')
          )
          ${
            closed === undefined
              ? sql``
              : sql`and (s.survey_id <> all(${closed}::uuid[]) or exists (
            select from survey_attempt a where a.member_id = ${memberId} and a.survey_id = s.survey_id
          ))`
          }
      ) as surveys_open,
      coalesce((select e.points from earning_day e, today where e.member_id = ${memberId} and e.day = today.day), 0)
        as earned_today
  `.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a select without a table returned no row')
  return counts
}
