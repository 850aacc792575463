import { type activity, RECENT_ACTIVITIES } from '@chuma/contract/account/profile'
import type { Answer } from '@chuma/contract/timestamp'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { isPremium } from './members.ts'

type Activity = Answer<typeof activity>

type Names = { firstName: string; lastName: string; country: string }

export function updateNames(trx: Trx, memberId: string, { firstName, lastName, country }: Names) {
  return trx
    .updateTable('member')
    .set({ firstName, lastName, country })
    .where('memberId', '=', memberId)
    .execute()
}

/** Null for members without premium now, even if they had it before. */
export async function findPremiumUntil(db: Db, memberId: string): Promise<Date | null> {
  const member = await db
    .selectFrom('member')
    .select('premiumUntil')
    .where('memberId', '=', memberId)
    .where(isPremium)
    .executeTakeFirst()
  return member?.premiumUntil ?? null
}

/** List started surveys and postings together, newest first. Finishing a survey is a posting. */
export async function listRecentActivity(db: Db, memberId: string): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    with begun as (
      select 'survey-started' as kind, 'Survey: ' || s.title as description, 0::bigint as points,
        a.started_at as created_at, 0::bigint as seq
      from survey_attempt a join survey s using (survey_id)
      where a.member_id = ${memberId} order by a.started_at desc limit ${RECENT_ACTIVITIES}
    ), moved as (
      select p.kind, p.description, p.available_delta, p.created_at, p.seq from posting p
      where p.member_id = ${memberId} order by p.seq desc limit ${RECENT_ACTIVITIES}
    )
    select kind, description, points, created_at from (table begun union all table moved) as activity
    order by created_at desc, seq desc limit ${RECENT_ACTIVITIES}
  `.execute(db)
  return rows
}
