import type { AttributeKey } from '@chuma/contract/profile/profile-attributes'
import type { Rule, RuleTest } from '@chuma/contract/surveys/eligibility/rule'
import type { MemberFacts } from '@chuma/db/queries/surveys/eligibility/member-facts'

/** Whether a member may take a survey, by their facts. `compileRule` decides the same in SQL. */
export function matchesRule(rule: Rule, facts: MemberFacts): boolean {
  if ('and' in rule) return rule.and.every((each) => matchesRule(each, facts))
  if ('or' in rule) return rule.or.some((each) => matchesRule(each, facts))
  return 'not' in rule ? !matchesRule(rule.not, facts) : matchesTest(rule, facts)
}

function matchesTest(test: RuleTest, facts: MemberFacts): boolean {
  const codesOf = (attribute: AttributeKey) => facts.profile[attribute]
  const born = Number(codesOf('birth_year')?.[0])
  switch (test.is) {
    case 'any-of':
      return codesOf(test.attribute)?.some((code) => test.codes.includes(code)) ?? false
    case 'none-of':
      return codesOf(test.attribute)?.every((code) => !test.codes.includes(code)) ?? false
    case 'born':
      return isBetween(born, test)
    case 'age':
      return isBetween(facts.year - born, test)
    case 'completed':
      return isBetween(countCompleted(facts, test.category), test)
    case 'new-to':
      return test.surveys.every((id) => !facts.startedIds.has(id))
    case 'joined-days':
      return isBetween(facts.joinedDays, test)
    case 'premium':
      return facts.isPremium === test.value
    case 'country':
      return test.countries.some((name) => name.toLowerCase() === facts.country.toLowerCase())
    case 'accepted-percent':
      return acceptsEnough(facts, test.from)
    case 'flags':
      return facts.flagCount <= test.to
  }
}

/** An unknown number is between nothing. */
const isBetween = (
  value: number,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: { from?: number | undefined; to?: number | undefined },
) => value >= from && value <= to

const countCompleted = ({ completed }: MemberFacts, category: string | undefined): number =>
  category === undefined
    ? Object.values(completed).reduce((sum, count) => sum + count, 0)
    : (completed[category] ?? 0)

function acceptsEnough(facts: MemberFacts, percent: number): boolean {
  const completed = countCompleted(facts, undefined)
  return completed > 0 && 100 * (completed - facts.rejectedCount) >= percent * completed
}
