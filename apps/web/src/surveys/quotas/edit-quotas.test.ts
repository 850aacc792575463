import type { QuotaDimension } from '@chuma/contract/surveys/quotas/quotas'
import { expect, test } from 'vitest'
import {
  listCells,
  listMarginals,
  listSources,
  mergeGroups,
  type QuotaDraft,
  shareByCensus,
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

test('ages are bands, and attributes with several answers make no cells', () => {
  const sources = listSources(null, 'en')
  const age = sources.find(({ key }) => key === 'profile:age')?.dimension.groups[0]
  expect(age).toEqual({ code: '18-24', label: '18 to 24', codes: ['18-24'] })
  expect(sources.map(({ key }) => key)).not.toContain('profile:birth_year')
  expect(sources.map(({ key }) => key)).not.toContain('profile:languages')
})

test('a total is shared as the census counted, to the last place, and only by what it counted', () => {
  const sources = listSources(null, 'en')
  const of = (...keys: string[]) =>
    sources.filter(({ key }) => keys.includes(key)).map((source) => source.dimension)
  const share = (total: number, dimensions: QuotaDimension[]) =>
    shareByCensus({ ...draft, total, dimensions })?.targets
  // Of 25,639,495 adults 13,151,887 were women and 12,487,608 men; intersex people were not published by age.
  expect(share(1000, of('profile:sex'))).toEqual({ female: 513, male: 487, intersex: 0 })
  // 6,352,061 were 18 to 24 years old.
  expect(share(10_000, of('profile:age'))).toMatchObject({ '18-24': 2477 })
  const both = Object.values(share(997, of('profile:sex', 'profile:age', 'profile:county')) ?? {})
  expect(both).toHaveLength(3 * 6 * 47)
  expect(both.reduce((sum, target) => sum + target, 0)).toBe(997)
  expect(share(1000, of('profile:sex', 'profile:education'))).toBeUndefined()
})
