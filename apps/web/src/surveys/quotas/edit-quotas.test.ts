import type { QuotaDimension } from '@chuma/contract/surveys/quotas/quotas'
import { expect, test } from 'vitest'
import {
  listCells,
  listMarginals,
  listSources,
  mergeGroups,
  type QuotaDraft,
  shareEvenly,
  toInput,
} from './dimension-fields.tsx'

const dimension = (code: string, ...groups: string[]): QuotaDimension => ({
  source: 'profile',
  code,
  label: code,
  groups: groups.map((each) => ({ code: each, label: each, codes: [each] })),
})
const draft: QuotaDraft = {
  dimensions: [dimension('sex', 'women', 'men'), dimension('place', 'town', 'village')],
  total: 10,
  softLaunch: null,
  dailyPercent: null,
  holdMinutes: 60,
  targets: { 'women|town': 4, 'women|village': 2, 'men|town': 1 },
}

test('the dimensions make a cell of each combination, and one without dimensions', () => {
  expect(listCells(draft.dimensions).map(({ id }) => id)).toEqual([
    'women|town',
    'women|village',
    'men|town',
    'men|village',
  ])
  expect(listCells([]).map(({ id }) => id)).toEqual([''])
})

test('marginals add up the cells of each group', () => {
  expect(listMarginals(draft).map(({ sums }) => sums.map(({ sum }) => sum))).toEqual([
    [6, 1],
    [5, 2],
  ])
})

test('a total is shared evenly, to the last place', () => {
  expect(Object.values(shareEvenly(draft).targets)).toEqual([3, 3, 2, 2])
  expect(toInput(draft).cells.at(-1)).toEqual({ groups: ['men', 'village'], target: 0 })
})

test('merged groups keep all their codes', () => {
  const [sex] = draft.dimensions
  if (!sex) throw new Error('there is one')
  expect(mergeGroups(sex, 'men', 'women').groups).toEqual([
    { code: 'women', label: 'women, men', codes: ['women', 'men'] },
  ])
})

test('ages are years of birth, and attributes with several answers make no cells', () => {
  const sources = listSources(null, 'en', 2026)
  const born = sources.find(({ key }) => key === 'profile:birth_year')?.dimension.groups[0]
  expect(born).toEqual({
    code: '18_24',
    label: '18–24',
    codes: ['2002', '2003', '2004', '2005', '2006', '2007', '2008'],
  })
  expect(sources.map(({ key }) => key)).not.toContain('profile:languages')
})
