import type { adminStats } from '@chuma/contract/admin/admin'
import type { Answer } from '@chuma/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import { pageViewTotal } from './figures.ts'

type StaffFigures = Answer<typeof adminStats> & { isFresh: boolean }

/** Read what was counted last, zeros until anything was, and whether that was within these seconds. */
export async function getAdminStats(db: Db, freshSeconds: number): Promise<StaffFigures> {
  const { rows } = await sql<StaffFigures>`
    select coalesce(total_users, 0) as total_users, coalesce(total_surveys, 0) as total_surveys,
      coalesce(total_earnings, 0) as total_earnings, coalesce(active_users, 0) as active_users,
      coalesce(surveys_completed, 0) as surveys_completed, coalesce(counted_at, to_timestamp(0)) as counted_at,
      coalesce(counted_at > now() - make_interval(secs => ${freshSeconds}), false) as is_fresh,
      ${pageViewTotal} as total_clicks
    from (select) as always left join staff_figures on true
  `.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('a left join gives one row')
  return figures
}

/**
 * Count what the dashboard shows. Reads every member, wallet and attempt once, so it runs at most every few seconds. Of two
 * concurrent counts the later one stays.
 */
export async function countStaffFigures(db: Db): Promise<void> {
  // A member's newest posting is one step in the primary key; a condition on every posting's time would read them all.
  await sql`
    insert into staff_figures (total_users, total_surveys, total_earnings, active_users, surveys_completed, counted_at)
    select
      (select count(*) from member where erased_at is null),
      (select count(*) from survey where retired_at is null),
      (select coalesce(sum(total_earnings), 0) from wallet),
      (select count(*) from member m left join member_seen seen on seen.member_id = m.member_id
        where m.erased_at is null and (
          seen.last_seen_at > now() - interval '30 days'
          or (select p.created_at from posting p where p.member_id = m.member_id order by p.seq desc limit 1)
            > now() - interval '30 days'
        )),
      (select count(*) from survey_attempt where status = 'completed'),
      clock_timestamp()
    on conflict (is_only) do update set total_users = excluded.total_users, total_surveys = excluded.total_surveys,
      total_earnings = excluded.total_earnings, active_users = excluded.active_users,
      surveys_completed = excluded.surveys_completed, counted_at = excluded.counted_at
  `.execute(db)
}
