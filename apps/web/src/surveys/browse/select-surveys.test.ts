import type { AttemptStatus, Survey, UserSurvey } from '@chuma/contract/surveys/surveys'
import { expect, test } from 'vitest'
import { selectAttempts, selectSurveys } from './survey-cards.tsx'
import {
  countFilters,
  listCategories,
  listCountries,
  readSurveySearch,
  resolveFilter,
  type SurveySearch,
} from './survey-filter.ts'

const survey = (title: string, given: Partial<Survey> = {}) =>
  ({
    title,
    status: null,
    country: 'Kenya',
    category: 'finance',
    rewardPoints: 5,
    duration: 10,
    fairness: { minutes: null },
    ...given,
  }) as Survey
const titles = (list: { title: string }[]) => list.map(({ title }) => title)

const list = [
  survey('Saving together', { rewardPoints: 9, duration: 16 }),
  survey('Your phone', { country: 'Global', category: 'technology', rewardPoints: 12, duration: 5 }),
  survey('Tea and coffee', { country: '', category: 'lifestyle', rewardPoints: 3, status: 'in_progress' }),
]
const select = (search = {}) => titles(selectSurveys(list, resolveFilter(search, list)))

test('without a filter the list keeps its order', () => {
  expect(select()).toEqual(['Saving together', 'Your phone', 'Tea and coffee'])
})

test('the shortest come first by their measured length, where there is one', () => {
  const measured = { measuredCompletes: 9, minutes: 20, screenOutPercent: null, kesPerHour: null }
  const surveys = [survey('Said to be short', { duration: 2, fairness: measured }), survey('Short')]
  expect(titles(selectSurveys(surveys, resolveFilter({ sort: 'duration' }, surveys)))).toEqual([
    'Short',
    'Said to be short',
  ])
})

test('the best paid or the shortest come first, and ties keep their order', () => {
  expect(select({ sort: 'reward' })).toEqual(['Your phone', 'Saving together', 'Tea and coffee'])
  expect(select({ sort: 'duration' })).toEqual(['Your phone', 'Tea and coffee', 'Saving together'])
})

test('a search matches every word, in any order and case', () => {
  expect(select({ q: ' COFFEE  tea ' })).toEqual(['Tea and coffee'])
  expect(select({ q: 'tea phone' })).toEqual([])
})

test('surveys for every country are one choice, however the country was entered', () => {
  expect(listCountries(list)).toEqual(['Global', 'Kenya'])
  expect(select({ country: 'Global' })).toEqual(['Your phone', 'Tea and coffee'])
  expect(select({ country: 'Kenya' })).toEqual(['Saving together'])
})

test('filters combine', () => {
  expect(listCategories(list)).toEqual(['finance', 'lifestyle', 'technology'])
  expect(select({ country: 'Global', category: 'technology' })).toEqual(['Your phone'])
  expect(select({ activity: 'to-do', country: 'Global' })).toEqual(['Your phone'])
})

test('an old link to a removed category shows everything', () => {
  expect(select({ category: 'healthcare', country: 'Uganda' })).toHaveLength(3)
})

test('started and finished surveys are kept apart', () => {
  const statuses: AttemptStatus[] = ['started', 'in_progress', 'completed', 'screened_out', 'expired']
  const attempts = statuses.map((status) => ({ title: status, status }) as UserSurvey)
  expect(titles(selectAttempts(attempts, { q: '', activity: 'begun' }))).toEqual(statuses.slice(0, 2))
  expect(titles(selectAttempts(attempts, { q: '', activity: 'finished' }))).toEqual(statuses.slice(2))
  expect(titles(selectAttempts(attempts, { q: 'Screened', activity: 'finished' }))).toEqual(['screened_out'])
})

test('all of a member’s own surveys are one list', () => {
  const attempts = (['started', 'completed'] as const).map(
    (status) => ({ title: status, status }) as UserSurvey,
  )
  expect(titles(selectAttempts(attempts, { q: '', activity: 'mine' }))).toEqual(['started', 'completed'])
})

test('the filters in use are counted, without the search and the side that is shown', () => {
  const count = (search: SurveySearch) => countFilters(resolveFilter(search, list))
  expect(count({ q: 'tea', activity: 'mine' })).toBe(0)
  expect(count({ activity: 'to-do', country: 'Kenya', category: 'finance', sort: 'reward' })).toBe(4)
})

test('an address holds only known filters', () => {
  expect(readSurveySearch({ q: '', activity: 'all', sort: 'newest', country: ['x'], other: 1 })).toEqual({})
  expect(readSurveySearch({ q: 2030, activity: 'begun', sort: 'reward', category: 'finance' })).toEqual({
    q: '2030',
    activity: 'begun',
    category: 'finance',
    sort: 'reward',
  })
  expect(readSurveySearch({ activity: 'toString', sort: '__proto__' })).toEqual({})
  expect(readSurveySearch({ q: 'x'.repeat(500) }).q).toHaveLength(100)
})
