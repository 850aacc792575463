import type { adminStats } from '@chuma/contract/admin/admin'
import type { Answer } from '@chuma/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import { getPageViewTotal } from './figures.ts'

type StaffFigures = Omit<Answer<typeof adminStats>, 'totalClicks'>

/** Read what was counted last, which the caller may have read; zeros until anything was. */
export async function getAdminStats(db: Db, known?: StaffFigures): Promise<Answer<typeof adminStats>> {
  const stats = known ?? (await selectFigures(db).executeTakeFirst())
  const totalClicks = await getPageViewTotal(db)
  return { ...(stats ?? { ...NOTHING_COUNTED, countedAt: new Date(0) }), totalClicks }
}

/** Find the figures if they were counted within these seconds. */
export function findFreshFigures(db: Db, seconds: number): Promise<StaffFigures | undefined> {
  return selectFigures(db)
    .where('countedAt', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .executeTakeFirst()
}

function selectFigures(db: Db) {
  return db
    .selectFrom('staffFigures')
    .select(['totalUsers', 'totalSurveys', 'totalEarnings', 'activeUsers', 'surveysCompleted', 'countedAt'])
}

const NOTHING_COUNTED = {
  totalUsers: 0,
  totalSurveys: 0,
  totalEarnings: 0,
  activeUsers: 0,
  surveysCompleted: 0,
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
