import { PREFER_NOT } from '@chuma/contract/profile/attribute'
import type { AttributeKey } from '@chuma/contract/profile/profile-attributes'
import type { Rule, RuleTest } from '@chuma/contract/surveys/eligibility/rule'
import { type RawBuilder, sql } from 'kysely'
import { isPremium } from '../../account/members.ts'
import { daysSinceJoined, flagCount } from './member-facts.ts'

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
