import { sql } from 'kysely'
import type { Db } from '../../client.ts'

const DAYS = 90

/** Count a survey's charged answers by the business day of their completion: the newest days, oldest first. */
export async function countChargedByDay(db: Db, surveyId: string) {
  const { rows } = await sql<{ day: string; accepted: number }>`
    select day::text as day, accepted from (
      select business_day(a.completed_at) as day, count(*) as accepted
      from client_place p join survey_attempt a on a.member_id = p.member_id and a.survey_id = p.survey_id
      where p.survey_id = ${surveyId} and p.is_charged
      group by 1 order by 1 desc limit ${DAYS}
    ) newest order by day
  `.execute(db)
  return rows
}
