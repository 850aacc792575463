import { expect, test } from 'vitest'
import { MAX_RULE_DEPTH, type Rule, rule } from './eligibility.ts'
import { explainRule } from './explain-rule.ts'

const county: Rule = { is: 'any-of', attribute: 'county', codes: ['nairobi', 'homa_bay'] }
const young: Rule = { is: 'age', from: 18, to: 34 }
const nest = (depth: number): Rule => (depth === 1 ? young : { not: nest(depth - 1) })

test('a rule reads as a sentence in both languages', () => {
  const mixed: Rule = { and: [county, { or: [young, { not: { is: 'premium', value: true } }] }] }
  expect(explainRule(mixed, 'en')).toBe(
    'Members can take it if they answered “County” with Nairobi or Homa Bay, and (they are 18 to 34 years old, or it is not so that they have premium).',
  )
  expect(explainRule(mixed, 'sw')).toBe(
    'Mwanachama anaweza kuujibu ikiwa alijibu “Kaunti” kwa Nairobi au Homa Bay, na (umri wake ni miaka 18 hadi 34, au si kweli kwamba ana premium).',
  )
  expect(explainRule({ is: 'completed', from: 3, category: 'health' }, 'en')).toBe(
    'Members can take it if they completed at least 3 surveys about health.',
  )
  expect(explainRule(null, 'en')).toBe('Every member in the survey’s country can take it.')
})

test('a rule has limits on depth and size', () => {
  expect(rule.safeParse(nest(MAX_RULE_DEPTH)).success).toBe(true)
  expect(rule.safeParse(nest(MAX_RULE_DEPTH + 1)).success).toBe(false)
  expect(rule.safeParse({ or: Array(49).fill(young) }).success).toBe(true)
  expect(rule.safeParse({ or: Array(50).fill(young) }).success).toBe(false)
  expect(rule.safeParse({ or: Array(1_000_000).fill(young) }).success).toBe(false)
  const deep = JSON.parse(`${'{"not":'.repeat(100_000)}1${'}'.repeat(100_000)}`)
  expect(rule.safeParse(deep).success).toBe(false)
})

test.each([
  null,
  'x',
  [],
  {},
  { and: [] },
  { and: [county], or: [county] },
  { is: 'shoe-size', from: 40 },
  { is: 'age' },
  { is: 'age', from: '18' },
  { is: 'any-of', attribute: 'county', codes: ['paris'] },
  { is: 'any-of', attribute: 'county', codes: [] },
  { is: 'any-of', attribute: 'birth_year', codes: ['1990'] },
  { is: 'country', countries: ['a\0b'] },
  { is: 'new-to', surveys: ['x'] },
  { is: 'took', surveys: [] },
  { is: 'premium', value: true, also: 1 },
])('%j is no rule', (wrong) => {
  expect(rule.safeParse(wrong).success).toBe(false)
  expect(rule.safeParse({ and: [county, { not: wrong }] }).success).toBe(false)
})
