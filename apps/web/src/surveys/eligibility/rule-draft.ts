import {
  ATTRIBUTE_KEYS,
  type AttributeKey,
  PROFILE_ATTRIBUTES,
} from '@chuma/contract/profile/profile-attributes'
import type { Rule, RuleTest } from '@chuma/contract/surveys/eligibility/rule'

/** A rule as the builder shows it: a list of tests, all of which or one of which must hold. */
export type RuleDraft = { join: 'and' | 'or'; tests: RuleTest[] }

type OtherSubject = Exclude<RuleTest['is'], 'any-of' | 'none-of'>
/** What a condition is about: an answer of the profile, or something else about a member. */
export type Subject = AttributeKey | OtherSubject

/** A year of birth is compared by `age` and `born`. */
export const ANSWERED: readonly AttributeKey[] = ATTRIBUTE_KEYS.filter(
  (key) => PROFILE_ATTRIBUTES[key].kind !== 'year',
)
export const OTHER_SUBJECTS = [
  'age',
  'born',
  'completed',
  'new-to',
  'joined-days',
  'premium',
  'country',
  'accepted-percent',
  'flags',
] as const satisfies readonly OtherSubject[]

/** Read a rule into a list; undefined if it is nested, which a list cannot show. */
export function readRule(rule: Rule | null): RuleDraft | undefined {
  if (rule === null) return { join: 'and', tests: [] }
  if ('is' in rule) return { join: 'and', tests: [rule] }
  if ('not' in rule) return undefined
  const [join, parts] = 'and' in rule ? (['and', rule.and] as const) : (['or', rule.or] as const)
  const tests = parts.filter((part): part is RuleTest => 'is' in part)
  return tests.length === parts.length ? { join, tests } : undefined
}

/** Write the list as a rule; null: everyone. */
export function toRule({ join, tests }: RuleDraft): Rule | null {
  const [first] = tests
  if (!first) return null
  if (tests.length === 1) return first
  return join === 'and' ? { and: tests } : { or: tests }
}

export const subjectOf = (test: RuleTest): Subject =>
  test.is === 'any-of' || test.is === 'none-of' ? test.attribute : test.is

const isAnswered = (subject: Subject): subject is AttributeKey => ANSWERED.some((key) => key === subject)

/** A condition to begin with. */
export function newTest(subject: Subject): RuleTest {
  if (isAnswered(subject)) {
    const [first] = PROFILE_ATTRIBUTES[subject].options
    return { is: 'any-of', attribute: subject, codes: first ? [first.code] : [] }
  }
  const firsts: Record<OtherSubject, RuleTest> = {
    age: { is: 'age', from: 18, to: 34 },
    born: { is: 'born', from: 1980, to: 2000 },
    completed: { is: 'completed', from: 1 },
    'new-to': { is: 'new-to', surveys: [] },
    'joined-days': { is: 'joined-days', from: 30 },
    premium: { is: 'premium', value: true },
    country: { is: 'country', countries: ['Kenya'] },
    'accepted-percent': { is: 'accepted-percent', from: 80 },
    flags: { is: 'flags', to: 0 },
  }
  return firsts[subject as OtherSubject]
}
