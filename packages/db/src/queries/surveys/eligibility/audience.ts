import type { AttributeKey } from '@chuma/contract/profile/profile-attributes'
import type { Rule } from '@chuma/contract/surveys/eligibility/rule'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../client.ts'
import { compileRule } from './compile-rule.ts'

/** Reading more would make staff wait at every change of a rule; fewer would make estimates vague. */
const MOST_READ = 4000
const ACTIVE_DAYS = 30
const RESPONSE_DAYS = 30
const PARTS = 65_536

/** `share`: of the members, read because their random ids begin lowest; 1: all of them. */
export type Slice = { share: number; before: string | null }

/** Choose how many members to read: all, or a random share if the table is large. The planner's estimate is close enough. */
export async function chooseSlice(db: Db): Promise<Slice> {
  const { rows } = await sql<{ members: number }>`
    select reltuples::float8 as members from pg_class where oid = 'member'::regclass
  `.execute(db)
  const members = rows[0]?.members ?? 0
  const parts = Math.max(1, Math.round((PARTS * MOST_READ) / Math.max(members, 1)))
  if (parts >= PARTS) return { share: 1, before: null }
  const before = `${parts.toString(16).padStart(4, '0')}0000-0000-0000-0000-000000000000`
  return { share: parts / PARTS, before }
}

type Counted = { slice: Slice; country: string; rule: Rule | undefined }

/** The slice's members who were active lately and may see a survey for this country, whatever its rule. */
const activeIn = ({ before }: Slice, country: string) => sql`
  member
  join member_seen seen on seen.member_id = member.member_id
  ${before === null ? sql`where true` : sql`where member.member_id < ${before}::uuid and seen.member_id < ${before}::uuid`}
  and seen.last_seen_at > now() - make_interval(days => ${ACTIVE_DAYS})
  and member.suspended_at is null and member.erased_at is null and member.deletion_due_at is null
  and lower(${country}) in ('', 'global', lower(member.country))
`

const fits = (rule: Rule | undefined): RawBuilder<boolean> => (rule ? compileRule(rule) : sql`true`)

/** Count the slice's active members, and those of them whom the rule fits. */
export async function countReached(db: Db, { slice, country, rule }: Counted) {
  const { rows } = await sql<{ active: number; reached: number }>`
    select count(*) as active, count(*) filter (where ${fits(rule)}) as reached from ${activeIn(slice, country)}
  `.execute(db)
  return rows[0] ?? { active: 0, reached: 0 }
}

/** Count all active members whom a rule fits, up to `most`. Reads every active member for a rule that fits few. */
export async function countFitting(
  db: Db,
  { country, rule, most }: { country: string; rule: Rule | undefined; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${activeIn({ share: 1, before: null }, country)} and ${fits(rule)} limit ${most}
    ) found
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Count those whom the rule fits by their answers to one question. Someone with several answers counts in each. */
export async function countReachedBy(db: Db, { slice, country, rule }: Counted, attribute: AttributeKey) {
  const { rows } = await sql<{ code: string; count: number }>`
    select code, count(*) as count
    from profile_answer answer
    join member on member.member_id = answer.member_id
    cross join unnest(answer.codes) code
    where answer.attribute = ${attribute} and answer.expires_at > now()
      and answer.member_id in (
        select member.member_id from ${activeIn(slice, country)} and ${fits(rule)}
      )
    group by code order by count(*) desc, code limit 200
  `.execute(db)
  return rows
}

/** Read how surveys did lately, from the figures of finished days. */
export async function getResponse(db: Db) {
  const { rows } = await sql<{ surveys: number; surveyDays: number; started: number; completed: number }>`
    select count(distinct f.survey_id) as surveys, count(*) as "surveyDays",
      coalesce(sum(f.started), 0)::bigint as started, coalesce(sum(f.completed), 0)::bigint as completed
    from daily_offer_figure f
    where f.day >= business_day(now()) - ${RESPONSE_DAYS}::int and f.started + f.completed > 0
  `.execute(db)
  return { days: RESPONSE_DAYS, ...(rows[0] ?? { surveys: 0, surveyDays: 0, started: 0, completed: 0 }) }
}
