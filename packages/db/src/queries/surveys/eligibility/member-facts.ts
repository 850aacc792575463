import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../client.ts'
import { isPremium } from '../../account/members.ts'
import { type Profile, readProfile } from '../../profile/read-profile.ts'

export const daysSinceJoined: RawBuilder<number> = sql`(business_day(now()) - business_day(member.created_at))`

/** Surveys with quality flags, and unlikely changes of the profile. */
export const flagCount: RawBuilder<number> = sql`(
  (select count(*) from survey_review r where r.member_id = member.member_id)
  + (select count(*) from profile_flag f where f.member_id = member.member_id and f.kind = 'changed')
)`

/** What a rule may ask about a member. */
export type MemberFacts = {
  profile: Profile
  /** The current business year, from which ages count. */
  year: number
  country: string
  isPremium: boolean
  joinedDays: number
  /** Completed surveys by category. */
  completed: Readonly<Record<string, number>>
  /** Of those, whose answers were rejected. */
  rejectedCount: number
  /** Surveys that they started, whatever came of them. */
  startedIds: ReadonlySet<string>
  flagCount: number
}

/** Read a member's facts, in two queries. */
export async function readMemberFacts(db: Db, memberId: string): Promise<MemberFacts> {
  const profile = await readProfile(db, memberId)
  const { rows } = await sql<
    Omit<MemberFacts, 'profile' | 'startedIds'> & { startedIds: string[]; completed: Record<string, number> }
  >`
    select member.country, ${isPremium} as "isPremium", ${daysSinceJoined} as "joinedDays", ${flagCount} as "flagCount",
      extract(year from business_day(now()))::int as year,
      (
        select coalesce(jsonb_object_agg(each.category, each.n), '{}') from (
          select s.category, count(*) as n from survey_attempt a join survey s on s.survey_id = a.survey_id
          where a.member_id = ${memberId} and a.status = 'completed' group by s.category
        ) each
      ) as completed,
      (
        select count(*) from survey_attempt a
        join survey_review r on r.member_id = a.member_id and r.survey_id = a.survey_id
        where a.member_id = ${memberId} and a.status = 'completed' and r.state in ('rejected', 'appealed')
      ) as "rejectedCount",
      array(select a.survey_id::text from survey_attempt a where a.member_id = ${memberId}) as "startedIds"
    from member where member.member_id = ${memberId}
  `.execute(db)
  const [facts] = rows
  if (!facts) throw new Error(`no member ${memberId}`)
  return { ...facts, profile, startedIds: new Set(facts.startedIds) }
}
