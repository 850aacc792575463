import type { ListOffersInput } from '@chuma/contract/surveys/survey-offers'
import type { SurveyCategory, SurveyKind, SurveyQuestion } from '@chuma/contract/surveys/surveys'

/** SPEC §3, in its order. */
export const CATEGORIES = [
  'market-research',
  'product-feedback',
  'consumer-behavior',
  'brand-awareness',
  'healthcare',
  'technology',
  'lifestyle',
  'finance',
] as const satisfies readonly SurveyCategory[]

export const KINDS = ['external', 'questions', 'instant'] as const satisfies readonly SurveyKind[]

export const QUESTION_TYPES = [
  'multiple-choice',
  'rating',
  'yes-no',
  'text',
] as const satisfies readonly SurveyQuestion['type'][]

type Input = Required<ListOffersInput>
export const STATUSES = ['active', 'inactive'] as const satisfies readonly NonNullable<Input['status']>[]
export const SORTS = [
  'newest',
  'title',
  'payout',
  'clicks',
  'completion',
] as const satisfies readonly Input['sort'][]

export type OfferFilter = Pick<ListOffersInput, 'search' | 'status' | 'category' | 'sort'>
