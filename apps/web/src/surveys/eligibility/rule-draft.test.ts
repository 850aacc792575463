import { type Rule, rule as ruleSchema } from '@chuma/contract/surveys/eligibility/eligibility'
import { expect, test } from 'vitest'
import { ANSWERED, newTest, OTHER_SUBJECTS, readRule, subjectOf, toRule } from './audience-page.tsx'

const premium: Rule = { is: 'premium', value: true }
const young: Rule = { is: 'age', to: 30 }

test.each<Rule | null>([null, premium, { and: [premium, young] }, { or: [young, premium] }])(
  'the rule %j is a list that writes the same rule',
  (rule) => {
    const draft = readRule(rule)
    expect(draft && toRule(draft)).toEqual(rule)
  },
)

test.each<Rule>([{ not: premium }, { and: [premium, { or: [young, premium] }] }])(
  'the nested rule %j is no list',
  (rule) => {
    expect(readRule(rule)).toBeUndefined()
  },
)

test('every new condition is about its subject, and complete except the list of earlier surveys', () => {
  for (const subject of [...ANSWERED, ...OTHER_SUBJECTS]) {
    const first = newTest(subject)
    expect(subjectOf(first)).toBe(subject)
    expect(ruleSchema.safeParse(first).success).toBe(subject !== 'new-to' && subject !== 'took')
  }
})
