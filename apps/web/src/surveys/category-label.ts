import type { SurveyCategory } from '@chuma/contract/surveys/surveys'
import type { Translate } from '../i18n/i18n.ts'

const LABELS = {
  'market-research': 'category.market-research',
  'product-feedback': 'category.product-feedback',
  'consumer-behavior': 'category.consumer-behavior',
  'brand-awareness': 'category.brand-awareness',
  healthcare: 'category.healthcare',
  technology: 'category.technology',
  lifestyle: 'category.lifestyle',
  finance: 'category.finance',
} as const satisfies Record<SurveyCategory, `category.${SurveyCategory}`>

const labels: ReadonlyMap<string, (typeof LABELS)[SurveyCategory]> = new Map(Object.entries(LABELS))

/** A category without a translation is shown as entered. */
export function categoryLabel(category: string, t: Translate): string {
  const key = labels.get(category)
  return key ? t(key) : category || t('category.none')
}
