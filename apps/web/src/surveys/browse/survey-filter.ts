import type { Survey } from '@chuma/contract/surveys/surveys'

export const ORDERS = ['newest', 'reward', 'duration'] as const
export type SurveyOrder = (typeof ORDERS)[number]

/** What can be taken now: everything, or what was not started. */
export const AVAILABLE = ['all', 'to-do'] as const
/** The member's own attempts: every one, or those of one state. */
export const OWN = ['mine', 'begun', 'finished'] as const
const ACTIVITIES = [...AVAILABLE, ...OWN] as const
type SurveyActivity = (typeof ACTIVITIES)[number]
export type OwnActivity = (typeof OWN)[number]

/** An empty text filters nothing. */
export type SurveyFilter = {
  q: string
  activity: SurveyActivity
  country: string
  category: string
  sort: SurveyOrder
}
export type SurveySearch = Partial<SurveyFilter>

const NO_FILTER: SurveyFilter = { q: '', activity: 'all', country: '', category: '', sort: 'newest' }
const EVERYWHERE = 'Global'
const MAX_CHARACTERS = 100

export function isSurveyOrder(value: unknown): value is SurveyOrder {
  return ORDERS.some((order) => order === value)
}

export function isOwnActivity(activity: SurveyActivity): activity is OwnActivity {
  return OWN.some((own) => own === activity)
}

export function isSurveyActivity(value: unknown): value is SurveyActivity {
  return ACTIVITIES.some((activity) => activity === value)
}

/** Read the filters of an address. Defaults are left out, so that the plain list has a plain address. */
export function readSurveySearch(raw: Record<string, unknown>): SurveySearch {
  const [q, country, category] = [textOf(raw.q), textOf(raw.country), textOf(raw.category)]
  return {
    ...(q && { q }),
    ...(isSurveyActivity(raw.activity) && raw.activity !== NO_FILTER.activity && { activity: raw.activity }),
    ...(country && { country }),
    ...(category && { category }),
    ...(isSurveyOrder(raw.sort) && raw.sort !== NO_FILTER.sort && { sort: raw.sort }),
  }
}

/** The router parses `?q=2030` as a number. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, MAX_CHARACTERS)
    : ''
}

export function countryOf({ country }: Survey): string {
  return ['', EVERYWHERE.toLowerCase()].includes(country.toLowerCase()) ? EVERYWHERE : country
}

export function listCountries(surveys: readonly Survey[]): string[] {
  return [...new Set(surveys.map(countryOf))].sort((a, b) => a.localeCompare(b))
}

export function listCategories(surveys: readonly Survey[]): string[] {
  return [...new Set(surveys.map(({ category }) => category))].filter(Boolean).sort()
}

/** Count the filters in use. The search and the side that is shown are not among them. */
export function countFilters({ activity, country, category, sort }: SurveyFilter): number {
  const isNarrowed = activity !== 'all' && activity !== 'mine'
  return [isNarrowed, country, category, sort !== NO_FILTER.sort].filter(Boolean).length
}

/** Drop a country or category that no listed survey has: an old link must not hide everything. */
export function resolveFilter(search: SurveySearch, surveys: readonly Survey[]): SurveyFilter {
  const filter = { ...NO_FILTER, ...search }
  return {
    ...filter,
    country: listCountries(surveys).includes(filter.country) ? filter.country : '',
    category: listCategories(surveys).includes(filter.category) ? filter.category : '',
  }
}
