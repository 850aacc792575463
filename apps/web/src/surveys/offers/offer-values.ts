import { cleanUrl } from '@chuma/contract/clean-text'
import { isSafeUrl } from '@chuma/contract/safe-url'
import type {
  CreateSurveyInput,
  ListOffersInput,
  OfferQuestion,
  SurveyOfferDetail,
} from '@chuma/contract/surveys/survey-offers'
import type { SurveyCategory, SurveyKind, SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { UseFormReturnType } from '@mantine/form'

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

export type OfferFormPart = { form: UseFormReturnType<OfferValues> }

/** The form's values: a typed number may be invalid, and no choice is an empty text. */
export type OfferValues = {
  title: string
  description: string
  reward: number | string
  duration: number | string
  kind: CreateSurveyInput['kind']
  category: CreateSurveyInput['category']
  country: string
  externalUrl: string
  adminNotes: string
  isActive: boolean
  partnerId: string
  quota: number | string
  /** In the format of a date and time field, in the reader's own time zone. */
  startsAt: string
  endsAt: string
  questions: OfferQuestion[]
  screenOutPoints: number | string
}

export const EMPTY_OFFER: OfferValues = {
  title: '',
  description: '',
  reward: '',
  duration: '',
  kind: 'external',
  category: '',
  country: '',
  externalUrl: '',
  adminNotes: '',
  isActive: true,
  partnerId: '',
  quota: '',
  startsAt: '',
  endsAt: '',
  questions: [],
  screenOutPoints: 0,
}

export function toValues(offer: SurveyOfferDetail): OfferValues {
  return {
    title: offer.title,
    description: offer.description,
    reward: offer.reward,
    duration: offer.duration,
    kind: offer.kind,
    category: offer.category as OfferValues['category'],
    country: offer.country,
    externalUrl: offer.externalUrl,
    adminNotes: offer.adminNotes,
    isActive: offer.isActive,
    partnerId: offer.partnerId ?? '',
    quota: offer.quota ?? '',
    startsAt: toLocal(offer.startsAt),
    endsAt: toLocal(offer.endsAt),
    questions: offer.questions ?? [],
    screenOutPoints: offer.screenOutPoints,
  }
}

/** The request (SPEC §5): the payout as a decimal number, the duration as an integer. */
export function toInput(values: OfferValues): CreateSurveyInput {
  return {
    ...values,
    // Hidden for other kinds, so leftover input there must not block saving.
    externalUrl:
      values.kind === 'external' || isAddress(values.externalUrl) ? cleanUrl(values.externalUrl) : '',
    reward: Number(values.reward),
    duration: Number(values.duration),
    partnerId: values.partnerId || null,
    quota: values.quota === '' ? null : Number(values.quota),
    startsAt: fromLocal(values.startsAt),
    endsAt: fromLocal(values.endsAt),
    questions: values.questions.length > 0 ? values.questions : null,
    // Only our own questions turn somebody away for points.
    screenOutPoints: values.kind === 'questions' ? Number(values.screenOutPoints) : 0,
  }
}

/** Format as `2026-11-21T14:05`; seconds are kept if there are any, so that untouched values do not change. */
function toLocal(moment: string | null): string {
  if (!moment) return ''
  const date = new Date(moment)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, -1)
  return local.replace(/:00\.000$/, '').replace(/\.000$/, '')
}

const fromLocal = (local: string) => (local === '' ? null : new Date(local).toISOString())

type Problem =
  | 'required'
  | 'payout'
  | 'duration'
  | 'url'
  | 'quota'
  | 'points'
  | 'endBeforeStart'
  | 'question'
  | 'options'
  | 'option'

/** Find problems by field name. The server validates again. */
export function findOfferProblems(values: OfferValues): Record<string, Problem> {
  const { title, description, reward, duration, kind, quota, startsAt, endsAt } = values
  const problems: Record<string, Problem> = {}
  if (!title.trim()) problems.title = 'required'
  if (!description.trim()) problems.description = 'required'
  if (!isPayout(reward)) problems.reward = reward === '' ? 'required' : 'payout'
  if (!isWhole(duration, 1440)) problems.duration = duration === '' ? 'required' : 'duration'
  if (kind === 'external' && !isAddress(values.externalUrl)) {
    problems.externalUrl = values.externalUrl.trim() ? 'url' : 'required'
  }
  const points = values.screenOutPoints
  if (kind === 'questions' && Number(points) !== 0 && !isWhole(points, 100_000))
    problems.screenOutPoints = 'points'
  if (quota !== '' && !isWhole(quota, 1_000_000)) problems.quota = 'quota'
  if (startsAt && endsAt && new Date(endsAt) <= new Date(startsAt)) problems.endsAt = 'endBeforeStart'
  if (kind === 'questions') Object.assign(problems, findQuestionProblems(values.questions))
  return problems
}

function findQuestionProblems(questions: OfferQuestion[]): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  for (const [index, { type, question, options }] of questions.entries()) {
    if (!question.trim()) problems[`questions.${index}.question`] = 'question'
    if (type !== 'multiple-choice') continue
    const given = options.map((option) => option.trim()).filter(Boolean)
    if (given.length < 2) problems[`questions.${index}.options`] = 'options'
    else if (given.length < options.length || new Set(given).size < given.length) {
      problems[`questions.${index}.options`] = 'option'
    }
  }
  return problems
}

function isAddress(typed: string): boolean {
  const url = cleanUrl(typed)
  return isSafeUrl(url) && /^https:/i.test(url)
}

function isPayout(typed: number | string): boolean {
  return (
    typed !== '' && Number(typed) >= 0 && Number(typed) <= 10_000 && /^\d+(\.\d{1,2})?$/.test(String(typed))
  )
}

function isWhole(typed: number | string, most: number): boolean {
  return /^\d+$/.test(String(typed)) && Number(typed) >= 1 && Number(typed) <= most
}
