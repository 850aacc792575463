import { type AttributeKey, PREFER_NOT } from '@chuma/contract/profile/profile-attributes'
import type { Rule, RuleTest } from '@chuma/contract/surveys/eligibility/eligibility'
import { AGE_BANDS } from '@chuma/contract/surveys/eligibility/explain-rule'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { isPremium } from '../auth/sessions.ts'
import { announce } from '../listen.ts'
import { type Profile, profileOf } from '../profile/profile-answers.ts'

/** The saved rule of a survey; undefined without one. */
export function findEligibility(db: Db, surveyId: string) {
  return db
    .selectFrom('surveyEligibility')
    .select(['rule', 'version', 'savedAt', 'savedBy'])
    .where('surveyId', '=', surveyId)
    .executeTakeFirst()
}

/** The caller has locked the survey and compared the version. */
export async function upsertEligibility(
  trx: Trx,
  {
    surveyId,
    rule,
    version,
    savedBy,
  }: { surveyId: string; rule: Rule | null; version: number; savedBy: string },
) {
  await announce(trx, 'survey_change')
  await trx
    .insertInto('surveyEligibility')
    .values({ surveyId, rule: rule && JSON.stringify(rule), version, savedBy })
    .onConflict((conflict) =>
      conflict.column('surveyId').doUpdateSet((eb) => ({
        rule: eb.ref('excluded.rule'),
        version: eb.ref('excluded.version'),
        savedBy: eb.ref('excluded.savedBy'),
        savedAt: eb.ref('excluded.savedAt'),
      })),
    )
    .execute()
}

/** Reading more would make staff wait at every change of a rule; fewer would make estimates vague. */
const MAX_READ = 4000
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
  const parts = Math.max(1, Math.round((PARTS * MAX_READ) / Math.max(members, 1)))
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

type Condition = RawBuilder<boolean>

/**
 * Compile a rule to one condition on `member`, from whose tables it reads by member. `matchesRule` decides the same of one
 * member's facts; a property test compares the two.
 */
export function compileRule(rule: Rule): Condition {
  if ('and' in rule) return joined(rule.and, sql` and `)
  if ('or' in rule) return joined(rule.or, sql` or `)
  if ('not' in rule) return sql`(not ${compileRule(rule.not)})`
  return compileTest(rule)
}

const joined = (rules: readonly Rule[], word: RawBuilder<unknown>): Condition =>
  sql`(${sql.join(rules.map(compileRule), word)})`

function compileTest(test: RuleTest): Condition {
  switch (test.is) {
    case 'any-of':
      return says(test.attribute, sql`p.codes && ${test.codes}::text[]`)
    case 'none-of':
      return says(test.attribute, sql`not p.codes && ${test.codes}::text[]`)
    case 'born':
      return says(
        'birth_year',
        sql`p.codes[1] between ${String(test.from ?? 0).padStart(4, '0')} and ${String(test.to ?? 9999)}`,
      )
    case 'age':
      // Text compares like the number it is: years have four digits.
      return says(
        'birth_year',
        sql`p.codes[1] between ${yearBefore(test.to ?? 150)} and ${yearBefore(test.from ?? 0)}`,
      )
    case 'completed':
      return between(completedCount(test.category), test)
    case 'new-to':
      return sql`(not exists (
        select from survey_attempt a where a.member_id = member.member_id and a.survey_id = any(${test.surveys}::uuid[])
      ))`
    case 'took':
      return sql`(exists (
        select from survey_attempt a
        where a.member_id = member.member_id and a.survey_id = any(${test.surveys}::uuid[]) and a.status = 'completed'
      ))`
    case 'joined-days':
      return between(daysSinceJoined, test)
    case 'premium':
      return sql`(${isPremium} = ${test.value})`
    case 'country':
      return sql`(lower(member.country) = any(${test.countries.map((name) => name.toLowerCase())}::text[]))`
    case 'accepted-percent':
      return sql`coalesce((
        select 100 * count(*) filter (where r.state is null or r.state not in ('rejected', 'appealed')) >= ${test.from} * count(*)
        from survey_attempt a
        left join survey_review r on r.member_id = a.member_id and r.survey_id = a.survey_id
        where a.member_id = member.member_id and a.status = 'completed' having count(*) > 0
      ), false)`
    case 'flags':
      return sql`(${flagCount} <= ${test.to})`
  }
}

/**
 * An answer that counts and fits. `offset 0` keeps the planner from hashing the answers of all members to look up the few of a
 * slice: it would read millions of answers for each count.
 */
const says = (attribute: AttributeKey, fits: RawBuilder<unknown>): Condition => sql`(exists (
  select from profile_answer p
  where p.member_id = member.member_id and p.attribute = ${attribute} and p.expires_at > now()
    and ${PREFER_NOT} <> all (p.codes) and ${fits}
  offset 0
))`

const yearBefore = (years: number) => sql`(extract(year from business_day(now()))::int - ${years}::int)::text`

const completedCount = (category: string | undefined): RawBuilder<number> => sql`(
  select count(*) from survey_attempt a join survey s on s.survey_id = a.survey_id
  where a.member_id = member.member_id and a.status = 'completed'
    ${category === undefined ? sql`` : sql`and s.category = ${category}`}
)`

const between = (
  value: RawBuilder<number>,
  { from, to }: { from?: number | undefined; to?: number | undefined },
): Condition => sql`(${value} between ${from ?? 0} and ${to ?? 2_000_000_000})`

const daysSinceJoined: RawBuilder<number> = sql`(business_day(now()) - business_day(member.created_at))`

/** The attribute from which a trait comes, or a quota's dimension. */
export const attributeOf = (key: RawBuilder<unknown>) =>
  sql`case ${key} when 'age' then 'birth_year' else ${key} end`

/** The band of the age of someone with these codes as their year of birth. Null: they are younger than any band, or do not say. */
export const ageBandOf = (codes: RawBuilder<unknown>) => {
  const bands = sql`${AGE_BANDS.map(({ code }) => code)}::text[]`
  const begins = sql`${AGE_BANDS.map(({ from }) => from)}::int[]`
  const age = sql`extract(year from business_day(now()))::int - (${codes})[1]::int`
  return sql<string | null>`
    case when (${codes})[1] ~ '^[0-9]{4}$' then (${bands})[width_bucket(${age}, ${begins})] end`
}

/** Surveys with quality flags, and unlikely changes of the profile. */
const flagCountOf = (memberId: RawBuilder<string>): RawBuilder<number> => sql`(
  (select count(*) from survey_review r where r.member_id = ${memberId})
  + (select count(*) from profile_flag f where f.member_id = ${memberId} and f.kind = 'changed')
)`
const flagCount = flagCountOf(sql`member.member_id`)

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
  startedIds: readonly string[]
  completedIds: readonly string[]
  flagCount: number
}

const selectFacts = (memberId: string) => sql<MemberFacts>`
  select member.country, ${isPremium} as "isPremium", ${daysSinceJoined} as "joinedDays",
    ${flagCountOf(sql`${memberId}`)} as "flagCount", extract(year from business_day(now()))::int as year,
    ${profileOf(memberId)} as profile,
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
    array(select a.survey_id::text from survey_attempt a where a.member_id = ${memberId}) as "startedIds",
    array(
      select a.survey_id::text from survey_attempt a where a.member_id = ${memberId} and a.status = 'completed'
    ) as "completedIds"
  from member where member.member_id = ${memberId}
`

export async function readMemberFacts(db: Db, memberId: string): Promise<MemberFacts> {
  const { rows } = await selectFacts(memberId).execute(db)
  const [facts] = rows
  if (!facts) throw new Error(`no member ${memberId}`)
  return facts
}

/** For a query that reads more about the member. */
export const factsOf = (memberId: string) =>
  sql<MemberFacts>`(select to_jsonb(facts) from (${selectFacts(memberId)}) facts)`
