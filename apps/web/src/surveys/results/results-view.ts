import type { QuestionResult } from '@chuma/contract/surveys/results'
import type { Translate } from '../../i18n/i18n.ts'

export const RESULTS_TABS = ['answers', 'compare', 'tables', 'words'] as const
type ResultsTab = (typeof RESULTS_TABS)[number]

export type ResultsView = {
  tab?: ResultsTab
  /** Of the questionnaire. 0: the plain list before it. */
  version?: number
  /** Business days. */
  from?: string
  to?: string
  quality?: 'all'
  /** Only who gave this answer: the question's id, `=` and the answer. */
  who?: string
  /** Only who had told this: `sex=female`. */
  profile?: string
  /** JSON, as the call takes it. */
  weights?: string
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** What the address says about results; anything else is ignored. */
export function readResultsView(search: Record<string, unknown>): ResultsView {
  const { tab, version, from, to, quality, who, profile, weights } = search
  const open = RESULTS_TABS.find((name) => name === tab)
  return {
    ...(open && { tab: open }),
    ...(typeof version === 'number' && version >= 0 && { version }),
    ...(typeof from === 'string' && DAY.test(from) && { from }),
    ...(typeof to === 'string' && DAY.test(to) && { to }),
    ...(quality === 'all' && { quality }),
    ...(typeof who === 'string' && /^[1-9]\d{0,2}=./.test(who) && { who }),
    ...(typeof profile === 'string' && /^[a-z]+=[a-z0-9_-]+$/.test(profile) && { profile }),
    ...(typeof weights === 'string' && weights.length <= 4000 && { weights }),
  }
}

/** The filter as calls take it. */
export function toFilter(surveyId: string, { version, from, to, quality, who, profile }: ResultsView) {
  return {
    id: surveyId,
    quality: quality ?? ('accepted' as const),
    ...(version !== undefined && { version }),
    ...(from && { from }),
    ...(to && { to }),
    ...(who && { who }),
    ...(profile && { profile }),
  }
}

/** The same with weights, for the one call that takes them. */
export function toWeighedFilter(surveyId: string, view: ResultsView) {
  return { ...toFilter(surveyId, view), ...(view.weights && { weights: view.weights }) }
}

const decimal = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2, minimumFractionDigits: 2 })

/** Say a mean with its interval, or with its deviation where the base is too small for one. */
export function sayMean(
  t: Translate,
  { mean, deviation, low, high }: NonNullable<QuestionResult['mean']>,
): string {
  return low === null || high === null
    ? t('results.mean', { mean: decimal.format(mean), deviation: decimal.format(deviation) })
    : t('results.meanBetween', {
        mean: decimal.format(mean),
        low: decimal.format(low),
        high: decimal.format(high),
      })
}
