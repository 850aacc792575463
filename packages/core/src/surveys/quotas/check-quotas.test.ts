import { expect, test } from 'vitest'
import { checkQuotas } from './check-quotas.ts'
import { ageDimension, drinkDimension, drinks, sexDimension, toPlan } from './testing.ts'

const found = (plan: Parameters<typeof toPlan>[1], questionnaire: typeof drinks | null = drinks) =>
  checkQuotas(toPlan('', plan), questionnaire).map(({ level, path, problem }) => [level, path, problem.code])

test('quotas that can be filled have no issues', () => {
  expect(found({ cells: { tea: 10, coffee: 5 } })).toEqual([])
  const dimensions = [ageDimension, drinkDimension]
  expect(found({ dimensions, cells: { 'older|tea': 1, 'younger|coffee': 1 } })).toEqual([])
  expect(found({ dimensions: [], cells: { '': 400 } }, null)).toEqual([])
})

const other = { code: 'other', label: 'Other', codes: ['juice'] }
const water = { code: 'water', label: 'Water', codes: ['water'] }
const withGroup = (group: typeof other) => [{ ...drinkDimension, groups: [...drinkDimension.groups, group] }]
const several = { ...sexDimension, code: 'languages' }

test.each([
  [
    'an option that nobody can choose',
    { dimensions: withGroup(other), cells: { tea: 1 } },
    ['quotas.dimensions.0.groups.2.codes', 'QUOTA_OPTION_UNKNOWN'],
  ],
  [
    'a question that is not in the screening',
    { dimensions: [{ ...drinkDimension, code: 'cups' }], cells: { tea: 1 } },
    ['quotas.dimensions.0.code', 'QUOTA_QUESTION_UNKNOWN'],
  ],
  [
    'an attribute with several answers',
    { dimensions: [several], cells: { male: 1 } },
    ['quotas.dimensions.0.code', 'QUOTA_ATTRIBUTE_UNKNOWN'],
  ],
  [
    'a cell of a group that does not exist',
    { cells: { milk: 1 } },
    ['cells.0.groups', 'QUOTA_GROUP_UNKNOWN'],
  ],
  [
    'a cell that lacks a dimension',
    { dimensions: [ageDimension, drinkDimension], cells: { older: 1 } },
    ['cells.0.groups', 'QUOTA_GROUP_UNKNOWN'],
  ],
  ['targets above the total', { total: 2, cells: { tea: 2, coffee: 1 } }, ['total', 'QUOTA_ABOVE_TOTAL']],
  [
    'a cell whose members are screened out',
    { dimensions: withGroup(water), cells: { tea: 1, water: 1 } },
    ['cells.1', 'QUOTA_CELL_UNREACHABLE'],
  ],
])('%s is an error', (_, plan, [path, code]) => {
  expect(found(plan)).toEqual([['error', path, code]])
})

test('a cell that wants nobody may be out of reach, and a total that targets do not reach is a warning', () => {
  expect(found({ total: 5, dimensions: withGroup(water), cells: { tea: 1, water: 0 } })).toEqual([
    ['warning', 'total', 'QUOTA_BELOW_TOTAL'],
  ])
})

test('without a questionnaire no question can decide', () => {
  expect(found({ cells: { tea: 1 } }, null)).toEqual([
    ['error', 'quotas.dimensions.0.code', 'QUOTA_QUESTION_UNKNOWN'],
  ])
})
