import * as z from 'zod'
import { fileText, id, line, pageOf, pastedUrl, prose, searchWords, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { isSafeUrl } from '../safe-url.ts'
import { QUALITY_ACTIONS } from './answer-quality.ts'
import { offerQuestionAnswer, SURVEY_CATEGORIES, surveyKind } from './surveys.ts'

const MIN_OPTIONS = 2

/** An attention check has exactly one right answer: an option, a number of stars, yes or no. */
function isAnswerToExpect({ type, options, expected = '' }: OfferQuestion): boolean {
  if (type === 'multiple-choice') return options.includes(expected)
  if (type === 'rating') return /^[1-5]$/.test(expected)
  return type === 'yes-no' && (expected === 'yes' || expected === 'no')
}

const questionFields = z.strictObject({
  id: z.int().min(1).max(999),
  type: z.enum(['multiple-choice', 'rating', 'text', 'yes-no']),
  question: line(500),
  options: z.array(line(200)).max(20).default([]),
  required: z.boolean(),
  /** The right answer of an attention check; makes the question one. Members never see it. */
  expected: line(200).optional(),
})
type OfferQuestion = z.infer<typeof questionFields>

const offerQuestion = questionFields.superRefine((question, ctx) => {
  const { type, options, expected } = question
  const add = (path: string, { error }: ReturnType<typeof refuse>) =>
    ctx.addIssue({ code: 'custom', path: [path], message: error })
  if (type === 'multiple-choice' && options.length < MIN_OPTIONS)
    add('options', refuse('OPTIONS_TOO_FEW', { min: MIN_OPTIONS }))
  if (type !== 'multiple-choice' && options.length > 0) add('options', refuse('OPTIONS_UNUSED'))
  if (new Set(options).size < options.length) add('options', refuse('REPEATED'))
  if (expected !== undefined && !isAnswerToExpect(question)) add('expected', refuse('ANSWER_IMPOSSIBLE'))
})

const offerQuestions = z
  .array(offerQuestion)
  .max(50)
  .refine((all) => new Set(all.map((question) => question.id)).size === all.length, refuse('REPEATED'))

const action = z.enum(QUALITY_ACTIONS)
const answerQuality = z.strictObject({
  time: z.strictObject({ action, percent: z.int().min(10).max(100) }),
  straightLine: z.strictObject({ action, rows: z.int().min(3).max(20) }),
  duplicates: action,
  contradictions: action,
  checks: action,
  gibberish: action.exclude(['hold']),
})

const moment = z.iso.datetime({ offset: true })

const offerFields = {
  title: line(200),
  description: prose(2000).pipe(z.string().min(1)),
  /** The payout in USD (SPEC §9: two decimals). */
  reward: z.number().min(0).max(10_000).multipleOf(0.01, refuse('TOO_MANY_DECIMALS')),
  /** Minutes. */
  duration: z.int(refuse('NOT_WHOLE_MINUTES')).min(1).max(1440),
  category: z.enum(['', ...SURVEY_CATEGORIES]),
  /** Empty or Global: all countries. */
  country: line(60, { min: 0 }),
  /** Empty: none. Members are sent there, so https only. `{click_id}` becomes the click's id. */
  externalUrl: pastedUrl.refine(
    (url) => url === '' || (isSafeUrl(url) && /^https:/i.test(url)),
    refuse('NOT_HTTPS'),
  ),
  /** Visible to staff only. */
  adminNotes: prose(2000),
  /** What surveys that ask the same people again share: files link those who agreed. Empty: none. */
  series: line(60, { min: 0 }),
  isActive: z.boolean(),
  kind: surveyKind,
  /** Null: built from the category. Started attempts keep their questions. */
  questions: offerQuestions.nullable(),
  partnerId: id.nullable(),
  /** How many members may complete it. */
  quota: z.int().min(1).max(1_000_000).nullable(),
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
  /** What a member gets who is screened out by our own questions, at most the reward. */
  screenOutPoints: z.int(refuse('NOT_WHOLE_POINTS')).min(0).max(100_000),
  /** What careless answers lead to. Null: the rules for questionnaires, or the milder ones for a plain list. */
  answerQuality: answerQuality.nullable(),
}

export const createSurveyInput = z.strictObject({
  ...offerFields,
  category: offerFields.category.default(''),
  country: offerFields.country.default(''),
  externalUrl: offerFields.externalUrl.default(''),
  adminNotes: offerFields.adminNotes.default(''),
  series: offerFields.series.default(''),
  isActive: offerFields.isActive.default(true),
  kind: offerFields.kind.default('external'),
  questions: offerFields.questions.default(null),
  partnerId: offerFields.partnerId.default(null),
  quota: offerFields.quota.default(null),
  startsAt: offerFields.startsAt.default(null),
  endsAt: offerFields.endsAt.default(null),
  screenOutPoints: offerFields.screenOutPoints.default(0),
  answerQuality: offerFields.answerQuality.default(null),
})
export type CreateSurveyInput = z.infer<typeof createSurveyInput>

/** Omitted fields don't change. */
export const updateSurveyInput = z
  .strictObject(offerFields)
  .partial()
  .extend({
    /** The version the form was filled from: concurrent changes are refused, not overwritten. */
    version: z.int().min(1).optional(),
    id,
  })
export type UpdateSurveyInput = z.infer<typeof updateSurveyInput>

export const offerIdInput = z.strictObject({ id })

export const surveyOffer = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  reward: z.number(),
  /** The points of a member who starts it now. */
  rewardPoints: z.int(),
  screenOutPoints: z.int(),
  duration: z.int(),
  category: z.string(),
  country: z.string(),
  externalUrl: z.string(),
  adminNotes: z.string(),
  series: z.string(),
  isActive: z.boolean(),
  clickCount: z.int(),
  startCount: z.int(),
  completionCount: z.int(),
  /** Percentage of started attempts that were completed; 0 without attempts. */
  completionRate: z.number(),
  kind: surveyKind,
  /** Null: built from the category. */
  questionCount: z.int().nullable(),
  partnerId: z.uuid().nullable(),
  quota: z.int().nullable(),
  /** The part of the quota that is used. */
  takenCount: z.int(),
  startsAt: timestamp.nullable(),
  endsAt: timestamp.nullable(),
  createdAt: timestamp,
  version: z.int(),
})
export type SurveyOffer = z.infer<typeof surveyOffer>

export const surveyOfferDetail = surveyOffer.extend({
  questions: z.array(offerQuestionAnswer).nullable(),
  answerQuality: answerQuality.nullable(),
})
export type SurveyOfferDetail = z.infer<typeof surveyOfferDetail>

export const OFFER_SORTS = ['newest', 'title', 'payout', 'clicks', 'completion'] as const
const offerFilter = {
  /** Searched in title, country and notes. */
  search: searchWords.optional(),
  status: z.enum(['active', 'inactive']).optional(),
  category: z.enum(['none', ...SURVEY_CATEGORIES]).optional(),
}
export const listOffersInput = z.strictObject({
  ...offerFilter,
  sort: z.enum(OFFER_SORTS).default('newest'),
  ...pageOf(500, 500),
})
export type ListOffersInput = z.infer<typeof listOffersInput>

export const surveySummary = z.object({
  totalOffers: z.int(),
  activeOffers: z.int(),
  totalClicks: z.int(),
  /** The mean of the surveys' completion rates in percent; 0 without surveys. */
  averageCompletion: z.number(),
  /** The rate of the points displayed beside a payout. */
  pointsPerUsd: z.number(),
})
export type SurveySummary = z.infer<typeof surveySummary>

/** A member's click to a partner's survey or link. */
export const surveyClick = z.object({
  id: z.uuid(),
  surveyId: z.uuid().nullable(),
  cpaLinkId: z.uuid().nullable(),
  clickedAt: timestamp,
  /** Null: the account was erased. */
  user: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
})
export type SurveyClick = z.infer<typeof surveyClick>

export const listSurveyClicksInput = z.strictObject({
  surveyId: id.optional(),
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(500),
})

/** The maximum number of rows in a file; a longer file is refused as a whole. */
export const MAX_OFFER_ROWS = 2000
const MAX_FILE_BYTES = 2 * 1024 * 1024

export const OFFER_COLUMNS = [
  'ID',
  'Version',
  'Title',
  'Description',
  'Reward USD',
  'Duration',
  'Category',
  'Country',
  'External URL',
  'Admin Notes',
  'Active',
  'Kind',
  'Questions',
  'Partner ID',
  'Quota',
  'Starts At',
  'Ends At',
  'Screen-out Points',
  'Series',
] as const

export const importSurveysInput = z.strictObject({
  /** The columns of the download; only Title, Description, Reward USD and Duration are required. */
  csv: fileText(MAX_FILE_BYTES),
  /** Only reports what would happen. */
  isDryRun: z.boolean(),
})
export type ImportSurveysInput = z.infer<typeof importSurveysInput>

const OUTCOMES = [
  'created',
  'updated',
  /** The row equals the stored survey. */
  'unchanged',
  /** `problem` says what is wrong. */
  'invalid',
  'unknown-id',
  /** The survey was changed after the file was downloaded. */
  'changed',
  /** The row has no id, and a survey with this title exists. */
  'title-exists',
  /** Its reward is above a limit: it waits for a second person. */
  'needs-second-admin',
  'failed',
] as const
export type OfferOutcome = (typeof OUTCOMES)[number]

export const importedSurveys = z.object({
  isDryRun: z.boolean(),
  createdCount: z.int(),
  updatedCount: z.int(),
  results: z.array(
    z.object({
      /** The line in the file; the header is line 1. */
      line: z.int(),
      title: z.string(),
      outcome: z.enum(OUTCOMES),
      problem: z.string().nullable(),
    }),
  ),
})
export type ImportedSurveys = z.infer<typeof importedSurveys>
