import type { QuestionResult } from '@chuma/contract/surveys/results'
import type { Translate } from '../../i18n/i18n.ts'

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
