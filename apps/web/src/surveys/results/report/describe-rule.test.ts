import { rule } from '@chuma/contract/surveys/eligibility/eligibility'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { activateLanguage, loadMessages, t } from '../../../i18n/i18n.ts'
import { describeRule } from './report-page.tsx'

beforeAll(() => loadMessages('staff'))
afterEach(() => activateLanguage('en'))

const counties = { is: 'any-of', attribute: 'county', codes: ['kisumu', 'kakamega', 'mombasa'] }

const say = async (given: unknown, language: 'en' | 'sw' = 'en') => {
  await activateLanguage(language)
  return describeRule(rule.parse(given), { t, language })
}

test('what all must hold is one line for each condition', async () => {
  const given = { and: [counties, { is: 'age', from: 18, to: 60 }, { is: 'premium', value: false }] }
  expect(await say(given)).toEqual(['County: Kisumu, Kakamega or Mombasa', 'Age: 18 to 60', 'Premium: No'])
  expect(await say(given, 'sw')).toEqual([
    'Kaunti: Kisumu, Kakamega au Mombasa',
    'Umri: 18 hadi 60',
    'Premium: Hapana',
  ])
})

test('parts within parts are in parentheses', async () => {
  const given = { or: [counties, { and: [{ is: 'age', from: 50 }, { not: { is: 'flags', to: 0 } }] }] }
  expect(await say(given)).toEqual([
    '(County: Kisumu, Kakamega or Mombasa) or ((Age: at least 50) and (Not: (Quality flags: at most 0)))',
  ])
})

test.each([
  [{ is: 'none-of', attribute: 'sex', codes: ['male'] }, 'Sex: not Male'],
  [{ is: 'completed', category: 'finance', from: 2 }, 'Completed surveys (finance): at least 2'],
  [{ is: 'born', to: 2000 }, 'Year of birth: at most 2000'],
  [{ is: 'accepted-percent', from: 80 }, 'Accepted surveys (%): at least 80'],
  [{ is: 'country', countries: ['Kenya', 'Uganda'] }, 'Country: Kenya or Uganda'],
  [{ is: 'new-to', surveys: ['0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e'] }, 'Has not taken an earlier survey'],
])('%j is in words', async (given, words) => {
  expect(await say(given)).toEqual([words])
})
